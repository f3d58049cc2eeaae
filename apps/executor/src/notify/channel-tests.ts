/** Sends a test message to a channel on request and returns the result. Nothing is stored, and nothing is retried. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { asTenantId } from '#common/domain/ids.js';
import { MAX_CHANNEL_TESTS } from '#common/domain/limits.js';
import type { Payload, ReplyTo } from '#common/messages/registry.js';
import { sampleNotice } from '#common/notices/sample-notice.js';
import type { Deliverer } from './deliverer.js';

export type ChannelTestReply = ReplyTo<'testChannel'>;

export class ChannelTests {
  private underWay = 0;

  constructor(
    private readonly deliverer: Pick<Deliverer, 'deliver'>,
    private readonly secrets: Pick<SecretBox, 'seal'>,
    private readonly clock: Clock,
    private readonly uiBase: string,
  ) {}

  /** Refused with TOO_MANY_REQUESTS while too many are under way in this replica. */
  async send({ tenant, channel, actor, on }: Payload<'testChannel'>): Promise<ChannelTestReply> {
    if (this.underWay >= MAX_CHANNEL_TESTS)
      return {
        ok: false,
        code: 'TOO_MANY_REQUESTS',
        detail: `${MAX_CHANNEL_TESTS} tests of channels are in progress already; try again later`,
      };
    this.underWay += 1;
    try {
      const startedAt = this.clock.monotonic();
      const key = `test/${randomUUID()}`;
      const result = await this.deliverer.deliver({
        tenant: asTenantId(tenant),
        key,
        address: this.secrets.seal(`channel:${channel}`),
        body: sampleNotice(
          on ?? 'test',
          { id: key, tenant, now: this.clock.now(), uiBase: this.uiBase },
          `This is a test of the channel ${channel}, requested by ${actor}`,
        ),
      });
      return {
        ok: true,
        // A test shows that everybody gets what is sent.
        delivered: result.type === 'delivered' && result.message === undefined,
        status: result.status ?? null,
        reason: result.message ?? null,
        tookMs: Math.round(this.clock.monotonic() - startedAt),
      };
    } finally {
      this.underWay -= 1;
    }
  }
}
