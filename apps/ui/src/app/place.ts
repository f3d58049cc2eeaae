/** Remembers the page to which a person returns after the issuer has sent the browser back. */
const PLACE_KEY = 'carillon.place';

/** The start page is not remembered: after a failed sign-in and a second one, the person still comes to the page they first opened. */
export const keepPlace = (): void => {
  if (!isBeginning()) sessionStorage.setItem(PLACE_KEY, location.hash);
};
const isBeginning = (): boolean => location.hash.length <= 2;

/** Brings a person back to the page that they came to before signing in by the issuer. */
export function returnToPlace(): void {
  const place = sessionStorage.getItem(PLACE_KEY);
  sessionStorage.removeItem(PLACE_KEY);
  if (place !== null && isBeginning()) location.hash = place;
}
