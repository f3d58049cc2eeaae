/** Sends the notices that wait. Whoever dies between sending and noting it down has sent it twice, under the same key. */
import type { Clock } from '#common/clock/clock.js';
import { NOTICE_EVENTS } from '#common/contracts/notify.js';
import type { Tenant } from '#common/domain/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/domain/notice.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { hostIsNamed } from '../adapters/webservice/address-guard.js';
import type { HttpCaller } from '../adapters/webservice/http-caller.js';
import { afterTry, type TryResult } from '../core/notify/after-try.js';

export interface SenderParts {
  readonly notices: Pick<NoticesStore, 'due' | 'save'>;
  readonly tenants: { load(id: TenantId): Promise<Tenant | null> };
  readonly caller: Pick<HttpCaller, 'post'>;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const TIMEOUT_MS = 10_000;
/** Sent at once; a webhook that hangs holds up no more than these, and them for no longer than the timeout. */
const MAX_AT_ONCE = 20;

export class NoticeSender {
  constructor(
    private readonly parts: SenderParts,
    private readonly owned: () => ReadonlySet<number>,
  ) {
    // A series that is born with its first value does not rise: the alert would not see the first notice that is given up.
    for (const on of NOTICE_EVENTS) parts.metrics.notices.inc({ on, result: 'gaveUp' }, 0);
  }

  async step(): Promise<void> {
    const shards = [...this.owned()];
    if (shards.length === 0) return;
    const { notices, clock } = this.parts;
    const due = await notices.due(shards, clock.now(), MAX_AT_ONCE);
    await Promise.all(due.map((notice) => this.deliver(notice)));
  }

  private async deliver(notice: Notice): Promise<void> {
    const { notices, clock, metrics, log } = this.parts;
    const result = await this.send(notice);
    const next = afterTry(notice, result, clock.now());
    metrics.notices.inc({ on: notice.on, result: next.outcome ?? 'failed' });
    if (next.outcome === 'gaveUp') {
      log.error({ notice: notice.id, job: notice.job, error: next.lastError }, 'a notice could not be delivered');
    }
    await notices.save(next, notice.tries);
  }

  private async send({ id, tenant, webhook, body }: Notice): Promise<TryResult> {
    const { tenants, caller, userAgent } = this.parts;
    try {
      const { hostname } = new URL(webhook);
      const allowed = (await tenants.load(tenant))?.webserviceHosts ?? null;
      if (!hostIsNamed(hostname, allowed)) return { type: 'forbidden', message: `the tenant may not call ${hostname}` };
      const headers = { 'content-type': 'application/json', 'idempotency-key': id, 'user-agent': userAgent };
      const call = { url: webhook, headers, body: JSON.stringify(body), timeoutMs: TIMEOUT_MS };
      return resultOf(await caller.post(call));
    } catch (error) {
      return { type: 'failed', message: messageOf(error) };
    }
  }
}

function resultOf(outcome: Awaited<ReturnType<HttpCaller['post']>>): TryResult {
  switch (outcome.type) {
    case 'answered':
      return outcome.status >= 200 && outcome.status < 300
        ? { type: 'delivered' }
        : { type: 'failed', message: `the webhook answered ${outcome.status}` };
    case 'forbidden':
      return outcome;
    case 'notSent':
    case 'noAnswer':
      return { type: 'failed', message: outcome.message };
  }
}
