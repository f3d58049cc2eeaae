/** The pages that this tab has shown last, which the palette offers. */
import { storeOf } from './store.js';

interface RecentPlace {
  readonly place: string;
  readonly label: string;
}

const MOST = 8;

export const recentPlaces = storeOf<readonly RecentPlace[]>([]);

export function rememberPlace(place: string, label: string): void {
  const others = recentPlaces.get().filter((each) => each.place !== place);
  recentPlaces.set([{ place, label }, ...others].slice(0, MOST));
}
