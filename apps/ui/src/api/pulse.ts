/** Whether the API answers. Each visible tab polls it, so that a frozen API is noticed within 5 s. */
import { useSyncExternalStore } from 'react';
import { hearTime } from './server-time.js';
import { addressOf } from './session.js';

const EVERY_MS = 2_000;
const PATIENCE_MS = 2_500;

let answers = true;
const listeners = new Set<() => void>();

async function beat(): Promise<void> {
  const was = answers;
  try {
    const response = await fetch(addressOf('healthz'), { signal: AbortSignal.timeout(PATIENCE_MS), cache: 'no-store' });
    answers = response.ok;
    hearTime(response);
  } catch {
    answers = false;
  }
  if (answers !== was) for (const listener of listeners) listener();
}

async function keepBeating(): Promise<void> {
  for (;;) {
    if (document.visibilityState === 'visible') await beat();
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const startPulse = (): void => void keepBeating();

/** False while the API does not answer. */
export const useAnswers = (): boolean => useSyncExternalStore(subscribe, () => answers);
