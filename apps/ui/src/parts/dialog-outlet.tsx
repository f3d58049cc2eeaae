/** The dialog over the page: one at most. A file of its own, because the first page needs no dialogs, which are larger. */
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { useLocation } from '@tanstack/react-router';
import { storeOf } from './store.js';

const dialog = storeOf<ReactNode>(null);

/** A handler that opens the dialog. */
export const opens = (next: ReactNode) => (): void => {
  dialog.set(next);
};

export const closeDialog = opens(null);

export const currentDialog = dialog.get;

/** Shows the dialog, until another page is opened. */
export function DialogOutlet(): ReactElement {
  const { pathname } = useLocation();
  useEffect(() => closeDialog, [pathname]);
  return <>{dialog.use()}</>;
}
