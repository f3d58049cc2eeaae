/** Reads notices that were sent. Only the executor sends notices, so a request to send one again goes to it. */
import { type SecretBox, readable } from '#common/crypto/secret-box.js';
import { contracts } from '#common/messages/registry.js';
import type { NoticeCursor, NoticesOf, NoticesStore } from '#common/mongo/notices.store.js';
import type { Nats } from '#common/nats/nats.js';
import type { Notice } from '#common/run/notice.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { notFound } from '../access/require-access.js';
import { accepted } from '../scheduler-port.js';
import type { DeliveryView } from './delivery.routes.js';
import { timeText } from '../http/page.js';
import { hiddenAddress } from '../jobs/core/webhooks.js';

/* Shows a notice as a delivery, without its text and without the secret part of its address. */

const NO_LONGER_READABLE = 'an address that can no longer be decrypted';

/** The id in paths: keys have slashes. */
export const deliveryIdOf = (key: string): string => Buffer.from(key).toString('base64url');
const keyOfDelivery = (id: string): string => Buffer.from(id, 'base64url').toString();

function toDeliveryView(notice: Notice, secrets: Pick<SecretBox, 'open'>): DeliveryView {
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

const EXECUTOR_TIMEOUT_MS = 5_000;

export class Deliveries {
  constructor(
    private readonly notices: Pick<NoticesStore, 'list' | 'load'>,
    private readonly secrets: Pick<SecretBox, 'open'>,
    private readonly nats: Pick<Nats, 'request'>,
  ) {}

  async list(of: NoticesOf, cursor: NoticeCursor | null, limit: number): Promise<Page<Notice>> {
    return this.notices.list(of, cursor, limit);
  }

  /** Throws NOT_FOUND. */
  async find(id: string): Promise<Notice> {
    const notice = await this.notices.load(keyOfDelivery(id));
    if (notice === null) throw notFound(`delivery ${id}`);
    return notice;
  }

  /** Resolves when the notice is due again. Throws the refusal of the executor. */
  async sendAnew({ id, shard }: Notice): Promise<void> {
    accepted(await this.nats.request(contracts.redeliver, { shard }, { v: 1, notice: id }, EXECUTOR_TIMEOUT_MS));
  }

  viewOf(notice: Notice): DeliveryView {
    return toDeliveryView(notice, this.secrets);
  }
}
