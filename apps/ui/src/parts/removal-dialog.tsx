/** A dialog that asks before an object is deleted, and explains the effect. */
import type { ReactElement, ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from './dialog.js';

interface RemovalProps {
  /** The kind of object: `monitor`. */
  readonly noun: string;
  /** The id or name that people know. */
  readonly name: string;
  /** What else is deleted, or when the deletion is refused. */
  readonly children: ReactNode;
  readonly remove: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** The lists of `<noun>s` are read again afterwards. */
export function RemovalDialog({ noun, name, children, remove, onClose }: RemovalProps): ReactElement {
  const cache = useQueryClient();
  return (
    <Dialog
      title={`Delete the ${noun} ${name}?`}
      confirm="Delete"
      danger
      onClose={onClose}
      onConfirm={async () => {
        await remove();
        await cache.invalidateQueries({ queryKey: [`${noun}s`] });
        return `The ${noun} is deleted.`;
      }}
    >
      {children}
    </Dialog>
  );
}
