import { systemClock } from '../clock/clock.js';
import type { Membership } from '../membership/membership.js';
import type { Nats } from '../nats/nats.js';
import { Calm } from '../runtime/calm.js';

/** A service receives messages only while NATS is available; during an outage it may have missed some. */
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
