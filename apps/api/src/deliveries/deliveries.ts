/** Reads notices that were sent. Only the executor sends notices, so a request to send one again goes to it. */
import type { SecretBox } from '#common/crypto/secret-box.js';
import { contracts } from '#common/messages/registry.js';
import type { NoticeCursor, NoticesOf, NoticesStore } from '#common/mongo/notices.store.js';
import type { Nats } from '#common/nats/nats.js';
import type { Notice } from '#common/run/notice.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { notFound } from '../access/require-access.js';
import { refusal } from '../scheduler-port.js';
import type { DeliveryView } from './delivery.routes.js';
import { keyOfDelivery, toDeliveryView } from './delivery.view.js';

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
    const reply = await this.nats.request(contracts.redeliver, { shard }, { v: 1, notice: id }, EXECUTOR_TIMEOUT_MS);
    if (!reply.ok) throw refusal(reply);
  }

  shown(notice: Notice): DeliveryView {
    return toDeliveryView(notice, this.secrets);
  }
}
