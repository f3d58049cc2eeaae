/** Sends one request with events to a channel, in the form of CloudEvents 1.0. Redirects are not followed. */
import type { Clock } from '#common/clock/clock.js';
import { opening, type SecretBox } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { StoredChannel } from '#common/mongo/channels.store.js';
import { signedBy } from '#common/notices/channel-request.js';
import { cloudEventRequest, type CloudEvent } from '#common/notices/cloud-event.js';
import { withSecrets } from '#common/spec/channel.js';
import type { Tenant } from '#common/spec/definitions.js';
import { hostIsNamed } from '../engines/webservice/address-guard.js';
import type { CallOutcome, HttpCaller } from '../engines/webservice/http-caller.js';
import { retryAtOf } from '../engines/webservice/retry-after.js';
import { signCall } from '../engines/webservice/sign-call.js';
import type { RequestResult } from './core/event-cursor.js';

const TIMEOUT_MS = 10_000;
const GONE = 410;
const TOO_LARGE = 413;

interface RequestParts {
  readonly tenants: { load(id: TenantId): Promise<Tenant | null> };
  readonly caller: Pick<HttpCaller, 'post'>;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly metrics: Pick<Metrics, 'eventRequests'>;
  readonly userAgent: string;
  readonly clock: Pick<Clock, 'now'>;
}

export class EventRequests {
  constructor(private readonly parts: RequestParts) {
    // A counter that first appears with a value above 0 shows no increase.
    for (const result of ['taken', 'failed', 'tooLarge', 'gone']) parts.metrics.eventRequests.inc({ result }, 0);
  }

  /** Never throws. */
  async send(channel: StoredChannel, events: readonly CloudEvent[]): Promise<RequestResult> {
    const result = await this.post(channel, events).catch((error: unknown): RequestResult => ({
      type: 'failed',
      problem: messageOf(error),
      retryAt: null,
    }));
    this.parts.metrics.eventRequests.inc({ result: result.type });
    return result;
  }

  private async post({ id, tenant, spec }: StoredChannel, events: readonly CloudEvent[]): Promise<RequestResult> {
    const { tenants, caller, secrets, clock, userAgent } = this.parts;
    const target = withSecrets(spec.target, (value, field) =>
      opening(`${field} of the channel ${id}`, () => secrets.open(value)),
    );
    if (target.type !== 'cloudevents') return { type: 'failed', problem: 'the channel takes no events', retryAt: null };
    const { url, mode = 'structured', signingSecret } = target;
    const { hostname } = new URL(url);
    const allowed = (await tenants.load(tenant))?.webserviceHosts ?? null;
    if (!hostIsNamed(hostname, allowed))
      return { type: 'failed', problem: `the tenant may not call ${hostname}`, retryAt: null };
    const { headers, body } = cloudEventRequest(mode, events);
    const key = `${id}/${events[0]?.id ?? ''}/${events.length}`;
    const signed = signCall({ ...headers, ...signedBy(signingSecret) }, { key, body, at: clock.now() });
    const all = { ...signed, 'user-agent': userAgent };
    const outcome = await caller.post({ url, headers: all, body, timeoutMs: TIMEOUT_MS });
    return this.resultOf(outcome, events.length);
  }

  private resultOf(outcome: CallOutcome, events: number): RequestResult {
    if (outcome.type === 'withheld') return { type: 'failed', problem: 'the request was not sent', retryAt: null };
    if (outcome.type !== 'answered') return { type: 'failed', problem: outcome.message, retryAt: null };
    const { status, retryAfter = null } = outcome;
    if (status >= 200 && status < 300) return { type: 'taken' };
    if (status === GONE) return { type: 'gone' };
    const problem = `the receiver answered ${status}`;
    if (status === TOO_LARGE) return { type: 'tooLarge', events, problem };
    return { type: 'failed', problem, retryAt: retryAtOf(retryAfter, this.parts.clock.now()) };
  }
}
