/** Whether the API answers. Each visible tab polls it, so that a frozen API is noticed within 5 s. */
import { delay } from '#common/clock/clock.js';
import { storeOf } from '../parts/store.js';
import { hearTime } from './server-time.js';
import { addressOf } from './session.js';

const EVERY_MS = 2_000;
const PATIENCE_MS = 2_500;

const pulse = storeOf(true);

async function beat(): Promise<boolean> {
  try {
    const response = await fetch(addressOf('healthz'), { signal: AbortSignal.timeout(PATIENCE_MS), cache: 'no-store' });
    hearTime(response);
    return response.ok;
  } catch {
    return false;
  }
}

async function keepBeating(): Promise<void> {
  for (;;) {
    if (document.visibilityState === 'visible') pulse.set(await beat());
    await delay(EVERY_MS);
  }
}

export const startPulse = (): void => void keepBeating();

/** False while the API does not answer. */
export const useAnswers = pulse.use;
