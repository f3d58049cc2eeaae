/** Where to go on after the issuer has sent the browser back. */
const PLACE_KEY = 'carillon.place';

export const keepPlace = (): void => {
  sessionStorage.setItem(PLACE_KEY, location.hash);
};

/** Brings back whoever came to a page before signing in by the issuer. */
export function returnToPlace(): void {
  const place = sessionStorage.getItem(PLACE_KEY);
  sessionStorage.removeItem(PLACE_KEY);
  if (place !== null && location.hash.length <= 2) location.hash = place;
}
