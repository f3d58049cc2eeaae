/** Shows the special properties of a slot in words. */
import type { ReactElement } from 'react';
import type { Schemas } from '../api/client.js';

export type SlotFlag = Schemas['ListSlotsAnswer']['slots'][number]['flags'][number];

const FLAGS: Readonly<Record<SlotFlag, string>> = {
  'dst-gap': 'moved: a clock change skips this time',
  'dst-overlap': 'this hour occurs twice',
  excluded: 'excluded by a calendar',
  'outside-window': 'outside of the windows',
  'moved-to-window': 'moved to the next window',
  'moved-by-calendar': 'moved by a calendar',
  'too-soon': 'too soon after the previous slot',
};

/** True for a slot that never gets a run. */
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
