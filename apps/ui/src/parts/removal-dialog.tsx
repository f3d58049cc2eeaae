/** A dialog that asks before something is removed, and says what that means. */
import type { ReactElement, ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from './dialog.js';

interface RemovalProps {
  /** The kind of object: `monitor`. */
  readonly noun: string;
  /** How people know it: its id or name. */
  readonly name: string;
  /** What else is removed, or what is refused. */
  readonly children: ReactNode;
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The lists of `<noun>s` are read again afterwards. */
export function RemovalDialog({ noun, name, children, remove, onClose }: RemovalProps): ReactElement {
  const cache = useQueryClient();
  return (
    <Dialog
      title={`Remove the ${noun} ${name}?`}
      confirm="Remove"
      danger
      onClose={onClose}
      onConfirm={async () => {
        await remove();
        await cache.invalidateQueries({ queryKey: [`${noun}s`] });
        return `The ${noun} is removed.`;
      }}
    >
      {children}
    </Dialog>
  );
}
