/** Remembers the page to which a person returns after the issuer has sent the browser back. */
import { keptInTab } from '../parts/kept.js';

const PLACE_KEY = 'carillon.place';

/**
 * The start page is not remembered: after a failed sign-in and a second one, the person still returns to the page that was opened first.
 */
export const keepPlace = (): void => {
  if (!isBeginning()) keptInTab.setItem(PLACE_KEY, location.hash);
};
const isBeginning = (): boolean => location.hash.length <= 2;

/** Returns a person to the page that was open before the sign-in by the issuer. */
export function returnToPlace(): void {
  const place = keptInTab.getItem(PLACE_KEY);
  keptInTab.removeItem(PLACE_KEY);
  if (place !== null && isBeginning()) location.hash = place;
}
