/** Sends due notices. A process that dies between sending a notice and saving that sends it again under the same key. */
import type { Clock } from '#common/clock/clock.js';
import { NOTICE_EVENTS } from '#common/spec/notify.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { Tenant } from '#common/spec/definitions.js';
import type { TenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import { hostIsNamed } from '../engines/webservice/address-guard.js';
import type { HttpCaller } from '../engines/webservice/http-caller.js';
import { afterTry, type TryResult } from './core/after-try.js';
import { chooseNext, MAX_AT_ONCE, servedBy } from './core/fair-share.js';

export interface SenderParts {
  readonly notices: Pick<NoticesStore, 'due' | 'save'>;
  readonly tenants: { load(id: TenantId): Promise<Tenant | null> };
  readonly caller: Pick<HttpCaller, 'post'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const TIMEOUT_MS = 10_000;
/** More than may be under way, so that there is a choice. */
const PER_QUESTION = 2 * MAX_AT_ONCE;
/** Where all sends hang, the pause before the next look for free shares. */
const LOOK_AGAIN_MS = 250;

export class NoticeSender {
  private readonly underWay = new TrackedTasks<Notice>();
  private stopped = false;

  constructor(
    private readonly parts: SenderParts,
    private readonly owned: () => ReadonlySet<number>,
  ) {
    // A counter that first appears with a value above 0 shows no increase: the alert would not see the first notice that is given
    // up.
    for (const on of NOTICE_EVENTS) parts.metrics.notices.inc({ on, result: 'gaveUp' }, 0);
  }

  /** Sends until nothing more is due, or the shares of all due webhooks are under way. */
  async step(): Promise<void> {
    while (!this.stopped && (await this.beginSome()) > 0) {
      await this.underWay.untilOneEnds(LOOK_AGAIN_MS);
    }
  }

  /** Starts nothing more; resolves when every send under way has been answered or has timed out. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.underWay.drain();
  }

  private async beginSome(): Promise<number> {
    const shards = [...this.owned()];
    const { notices, clock } = this.parts;
    for (let begun = 0; ;) {
      const underWay = this.underWay.keys;
      if (shards.length === 0 || underWay.length >= MAX_AT_ONCE) return begun;
      const due = await notices.due(shards, clock.now(), servedBy(underWay), PER_QUESTION);
      const chosen = chooseNext(due, underWay);
      if (chosen.length === 0) return begun;
      begun += chosen.length;
      for (const notice of chosen) this.begin(notice);
    }
  }

  private begin(notice: Notice): void {
    const done = this.deliver(notice).catch((error: unknown) => {
      this.parts.log.warn({ notice: notice.id, error: messageOf(error) }, 'the result of a notice was not saved');
    });
    void this.underWay.add(done, notice);
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

  private async send({ id, tenant, body, ...notice }: Notice): Promise<TryResult> {
    const { tenants, caller, userAgent, secrets } = this.parts;
    try {
      const webhook = secrets.open(notice.webhook);
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
    case 'withheld':
      return { type: 'failed', message: 'the request was not sent' };
    case 'notSent':
    case 'noAnswer':
      return { type: 'failed', message: outcome.message };
  }
}
