/** Shows the special properties of a slot in words. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';

export type SlotFlag = Schemas['ListSlotsAnswer']['slots'][number]['flags'][number];

const FLAGS: Readonly<Record<SlotFlag, string>> = {
  'dst-gap': 'moved: the clock leaps over it',
  'dst-overlap': 'the hour comes twice',
  excluded: 'left out by a calendar',
  'outside-window': 'outside of the windows',
  'moved-to-window': 'moved: the window opens',
  'moved-by-calendar': 'moved by a calendar',
  'too-soon': 'too soon after the one before',
};

/** True for a slot that gets no run, whatever else happens. */
export const isLeftOut = (flags: readonly SlotFlag[]): boolean =>
  flags.includes('excluded') || flags.includes('too-soon');

export const SlotFlags = ({ flags }: { readonly flags: readonly SlotFlag[] }): ReactElement => (
  <>
    {flags
      // Slots that the windows exclude have both flags.
      .filter((flag) => flag !== 'excluded' || !flags.includes('outside-window'))
      .map((flag) => (
        <span key={flag} className="label">
          {FLAGS[flag]}
        </span>
      ))}
  </>
);
