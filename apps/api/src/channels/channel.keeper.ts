/** Secrets of channels: stored encrypted, never shown, and kept when a caller writes `***` back. */
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { Problem } from '#common/errors/app-error.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import { withSecrets, type ChannelSpec, type ChannelTarget } from '#common/spec/channel.js';
import { MASK } from '#common/domain/mask.js';
import { timeText } from '../http/core/time-text.js';
import { invalidInput } from '../http/problem.js';
import type { ChannelView } from './channel.routes.js';

export class ChannelKeeper {
  constructor(private readonly box: Pick<SecretBox, 'seal' | 'reseal'>) {}

  /** The stored form. Throws VALIDATION_FAILED for a mask without a stored secret: in a new channel, or in one of another type. */
  sealed(written: ChannelSpec, present: ChannelTarget | null): ChannelSpec {
    const before: Readonly<Record<string, unknown>> = present?.type === written.target.type ? { ...present } : {};
    const problems: Problem[] = [];
    const target = withSecrets(written.target, (value, field) => {
      if (value !== MASK) return this.box.seal(value);
      const kept = before[field];
      if (typeof kept === 'string') return this.box.reseal(kept);
      problems.push({
        path: `target.${field}`,
        message: 'is masked, but no stored secret exists: give the secret itself',
      });
      return value;
    });
    if (problems.length > 0) throw invalidInput(problems);
    requireSameHost(written.target, present);
    return { ...written, target };
  }
}

/** A caller who could send a kept secret to another address would learn the secret. */
function requireSameHost(written: ChannelTarget, present: ChannelTarget | null): void {
  const then = placeOf(present);
  const now = placeOf(written);
  if (!keepsSecret(written) || then === now) return;
  throw invalidInput([
    { path: 'target', message: 'has another address, so its secrets must be given again instead of masks' },
  ]);
}

/** The address to which the secrets are sent, without its secret parts. */
const placeOf = (target: ChannelTarget | null): string =>
  target === null
    ? ''
    : JSON.stringify(
        target.type === 'email'
          ? [target.host, target.port, target.security]
          : ['pagerduty', 'opsgenie', 'ntfy'].includes(target.type) && target.url,
      );

function keepsSecret(target: ChannelTarget): boolean {
  let keeps = false;
  withSecrets(target, (value) => {
    keeps ||= value === MASK;
    return value;
  });
  return keeps;
}

export const toChannelView = ({ id, tenant, spec, updatedAt, updatedBy }: StoredChannel): ChannelView => ({
  id,
  tenant,
  ...spec,
  target: withSecrets(spec.target, () => MASK),
  updatedAt: timeText(updatedAt),
  updatedBy,
});
