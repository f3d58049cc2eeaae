/** One clock for all relative times, and the time zone of all shown times. */
import { useSyncExternalStore } from 'react';
import { serverNow } from '../api/server-time.js';
import { keptInBrowser } from './kept.js';
import { LOCAL_ZONE, localZone } from './local-zone.js';

const TICK_MS = 1_000;
const ZONE_KEY = 'carillon.zone';

let now = serverNow();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

const tell = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** The present, to the second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

let zone = localZone(keptInBrowser.getItem(ZONE_KEY) ?? LOCAL_ZONE);

/** The zone that times are shown in, which the reader chooses. */
export const useZone = (): string => useSyncExternalStore(subscribe, () => zone);

export function chooseZone(chosen: string): void {
  zone = chosen;
  if (chosen === LOCAL_ZONE) keptInBrowser.removeItem(ZONE_KEY);
  else keptInBrowser.setItem(ZONE_KEY, chosen);
  tell();
}
