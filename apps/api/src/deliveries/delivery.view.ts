/** Shows a notice as a delivery, without its text and without the secret part of its address. */
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { Notice } from '#common/run/notice.js';
import { timeText } from '../http/core/time-text.js';
import { hiddenAddress } from '../jobs/core/webhooks.js';
import type { DeliveryView } from './delivery.routes.js';

const NO_LONGER_READABLE = 'an address that can no longer be decrypted';

/** The id in paths: keys have slashes. */
export const deliveryIdOf = (key: string): string => Buffer.from(key).toString('base64url');
export const keyOfDelivery = (id: string): string => Buffer.from(id, 'base64url').toString();

export function toDeliveryView(notice: Notice, secrets: Pick<SecretBox, 'open'>): DeliveryView {
  const {
    id,
    tenant,
    job,
    incident = null,
    run = null,
    on,
    tries,
    log = [],
    outcome,
    decidedAt,
    nextTryAt,
    askedAnewAt = null,
  } = notice;
  const address = readable(() => secrets.open(notice.webhook));
  return {
    id: deliveryIdOf(id),
    key: id,
    tenant,
    job: job ?? '',
    run,
    incident,
    on,
    to: address === null ? NO_LONGER_READABLE : hiddenAddress(address),
    state: outcome ?? 'pending',
    decidedAt: timeText(decidedAt),
    nextTryAt: nextTryAt === null ? null : timeText(nextTryAt),
    tryCount: tries,
    tries: log.map(({ at, ...rest }) => ({ at: timeText(at), ...rest })),
    askedAnewAt: askedAnewAt === null ? null : timeText(askedAnewAt),
  };
}
