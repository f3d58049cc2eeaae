import type { Clock } from '#common/clock/clock.js';
import { contracts } from '#common/messages/registry.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import type { EventLogStore } from '#common/mongo/event-log.store.js';
import type { EventCursor } from '#common/run/event-cursor.js';
import { keyOf } from '#common/mongo/tenant-definitions.js';
import { seqText } from '#common/run/end-event.js';
import type { Nats } from '#common/nats/nats.js';
import { previewOf } from '#common/notices/channel-request.js';
import type { NoticeEvent } from '#common/notices/notice-events.js';
import { sampleNotice } from '#common/notices/sample-notice.js';
import type { NoticeTemplate } from '#common/spec/notice-template.js';
import { accepted } from '../scheduler-port.js';
import { timeText } from '../http/page.js';
import type { ChannelTestView, ChannelView } from './channel.routes.js';

const viewOf = (cursor: EventCursor | undefined): ChannelView['events'] =>
  cursor === undefined
    ? null
    : {
        sequence: seqText(cursor.seq),
        isLate: cursor.problem !== null,
        failures: cursor.failures,
        nextTryAt: cursor.problem === null ? null : timeText(cursor.nextTryAt),
        problem: cursor.problem,
      };

/** Longer than the executor tries to deliver a message. */
const TEST_TIMEOUT_MS = 30_000;

/** Messages of a channel with made-up values. */
export class ChannelMessages {
  /** `uiBase`: the address of the web UI. */
  constructor(
    private readonly nats: Pick<Nats, 'request'>,
    private readonly uiBase: string,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly events: Pick<EventLogStore, 'cursorsOf'>,
  ) {}

  /** How far each channel has got the events of its tenant. */
  async cursorsOf(channels: readonly StoredChannel[]): Promise<(channel: StoredChannel) => ChannelView['events']> {
    const cursors = await this.events.cursorsOf(channels.filter(({ events }) => events === true));
    const byKey = new Map(cursors.map((cursor) => [keyOf(cursor.tenant, cursor.channel), cursor]));
    return ({ tenant, id }) => viewOf(byKey.get(keyOf(tenant, id)));
  }

  /** What the channel would say, without its secrets; by its own template, unless another one is given. */
  preview({ tenant, spec }: StoredChannel, on: NoticeEvent, template?: NoticeTemplate): ReturnType<typeof previewOf> {
    const { uiBase, clock } = this;
    const sample = sampleNotice(on, { id: 'preview', tenant, now: clock.now(), uiBase }, '');
    return previewOf(spec.target, sample, { template: template ?? spec.template, uiBase });
  }

  /** Sends a message by an executor. Throws UNAVAILABLE, and TOO_MANY_REQUESTS while too many tests are under way. */
  async test({ tenant, id }: StoredChannel, on: NoticeEvent | undefined, actor: string): Promise<ChannelTestView> {
    const request = { v: 1 as const, tenant, channel: id, actor, ...(on && { on }) };
    const reply = await this.nats.request(contracts.testChannel, {}, request, TEST_TIMEOUT_MS);
    const { ok: _ok, ...result } = accepted(reply);
    return result;
  }
}
