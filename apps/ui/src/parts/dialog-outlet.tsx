/** The dialog over the page: one at most. A file of its own, because the first page needs no dialogs, which are larger. */
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
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

/** What has the focus; of an entry of a menu, which closes, the button of the menu. */
function focused(): Element | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
}

/** When the dialog that calls this closes, the focus goes back to what opened it: else users of the keyboard begin at the top of the page. */
export function useFocusBack(): void {
  const [opener] = useState(focused);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
