/** The number of open incidents, which the title and the icon of the browser's tab show on every page. */
import { storeOf } from './store.js';

/** As text: "3", "1,000+"; empty while there are none. */
export const openIncidents = storeOf('');

/** "(3) Jobs · Carillon". */
export const tabTitle = (page: string, open: string): string => `${open === '' ? '' : `(${open}) `}${page} · Carillon`;

export function showInIcon(open: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) icon.href = icon.href.replace(/favicon[^/]*$/, open === '' ? 'favicon.svg' : 'favicon-alert.svg');
}
