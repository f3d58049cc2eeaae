/** The list of keys. */
import type { ReactElement } from 'react';
import { Kbd, Modal } from '@mantine/core';
import { useFocusBack } from '../parts/dialog-outlet.js';
import { PLACES } from './places.js';
import { GOES } from './shortcuts.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'search and commands; / does the same'],
  ['j', 'next row of a list'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['x', 'select the row'],
  ['?', 'this list'],
  ...Object.entries(GOES).map(
    ([key, place]) => [`g ${key}`, PLACES.find(({ to }) => to === place)?.label ?? place] as const,
  ),
];

export default function ShortcutHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={<strong>Keys</strong>} size="sm">
      <dl className="keys">
        {KEYS.map(([keys, says]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
