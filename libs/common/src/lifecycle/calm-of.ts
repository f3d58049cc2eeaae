import { systemClock } from '../clock/clock.js';
import type { Membership } from '../membership/membership.js';
import type { Nats } from '../nats/nats.js';
import { Calm } from '../runtime/calm.js';

/** A service hears of what happens as long as NATS is there; while it was away much may have happened. */
export function calmOf(nats: Pick<Nats, 'connected' | 'onLost'>, membership: Pick<Membership, 'onChange'>): Calm {
  const calm = new Calm(systemClock, () => nats.connected);
  nats.onLost(() => {
    calm.end();
  });
  membership.onChange(() => {
    calm.end();
  });
  return calm;
}
