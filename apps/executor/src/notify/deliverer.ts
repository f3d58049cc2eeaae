/** Delivers one notice, in one try: to an address of its own, or to a channel of its tenant as it is defined now. */
import type { Clock } from '#common/clock/clock.js';
import { UnreadableSecret } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import type { ChannelTarget } from '#common/spec/channel.js';
import type { Tenant } from '#common/spec/definitions.js';
import type { RecipientAnswer } from '#common/run/notice.js';
import type { Instant } from '#common/run/run.js';
import type { NoticeBody } from '#common/spec/notify.js';
import { hostIsNamed } from '../engines/webservice/address-guard.js';
import type { CallOutcome, HttpCaller } from '../engines/webservice/http-caller.js';
import { retryAtOf } from '../engines/webservice/retry-after.js';
import { signCall } from '../engines/webservice/sign-call.js';
import type { TryResult } from './core/after-try.js';
import { refusedInText } from './core/refused-in-text.js';
import { channelRequest, mailFor, type ChannelRequest } from '#common/notices/channel-request.js';
import type { Mailer } from './mailer.js';
import type { FoundTarget, NoticeTargets } from './notice-targets.js';

const TIMEOUT_MS = 10_000;

export interface DelivererParts {
  readonly tenants: { load(id: TenantId): Promise<Tenant | null> };
  readonly targets: Pick<NoticeTargets, 'find'>;
  readonly caller: Pick<HttpCaller, 'post'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly userAgent: string;
  /** The address of the web UI. */
  readonly uiBase: string;
  readonly clock: Pick<Clock, 'now'>;
}

export interface Letter {
  readonly tenant: TenantId;
  /** The key is the same in every try. */
  readonly key: string;
  /** An http address, or `channel:<id>`; encrypted. */
  readonly address: string;
  readonly body: NoticeBody;
  /** Recipients of a mail that are not sent to again. */
  readonly recipients?: readonly RecipientAnswer[];
}

export class Deliverer {
  constructor(private readonly parts: DelivererParts) {}

  /** Never throws. */
  async deliver(letter: Letter): Promise<TryResult> {
    try {
      const target = await this.parts.targets.find(letter.tenant, letter.address);
      if ('missing' in target) return { type: 'forbidden', message: `there is no channel ${target.missing}` };
      return await this.bring(letter, target);
    } catch (error) {
      return { type: error instanceof UnreadableSecret ? 'unreadable' : 'failed', message: messageOf(error) };
    }
  }

  private async bring(
    { tenant, key, body, recipients }: Letter,
    { target, template }: Exclude<FoundTarget, { readonly missing: string }>,
  ): Promise<TryResult> {
    const allowed = (await this.parts.tenants.load(tenant))?.webserviceHosts ?? null;
    const forbidden = (host: string): TryResult | null =>
      hostIsNamed(host, allowed) ? null : { type: 'forbidden', message: `the tenant may not call ${host}` };
    if (target.type === 'email')
      return forbidden(target.host) ?? this.parts.mailer.send(target, mailFor(target, body, template), recipients);
    const request = channelRequest(target, body, { template, uiBase: this.parts.uiBase });
    return forbidden(new URL(request.url).hostname) ?? this.post(target.type, request, key);
  }

  private async post(
    type: ChannelTarget['type'],
    { url, headers, body }: ChannelRequest,
    key: string,
  ): Promise<TryResult> {
    const { caller, userAgent, clock } = this.parts;
    const signed = signCall(headers, { key, body, at: clock.now() });
    const all = { ...signed, 'idempotency-key': key, 'user-agent': userAgent };
    return resultOf(type, await caller.post({ url, headers: all, body, timeoutMs: TIMEOUT_MS }), clock.now());
  }
}

function resultOf(type: ChannelTarget['type'], outcome: CallOutcome, now: Instant): TryResult {
  switch (outcome.type) {
    case 'answered': {
      const { status, text, retryAfter = null } = outcome;
      if (status >= 200 && status < 300) {
        const refusal = refusedInText(type, text);
        return refusal === null ? { type: 'delivered', status } : { type: 'failed', message: refusal, status };
      }
      const retryAt = retryAtOf(retryAfter, now);
      return {
        type: 'failed',
        message: `the webhook answered ${status}`,
        status,
        ...(retryAt !== null && { retryAt }),
      };
    }
    case 'forbidden':
      return outcome;
    case 'withheld':
      return { type: 'failed', message: 'the request was not sent' };
    case 'notSent':
    case 'noAnswer':
      return { type: 'failed', message: outcome.message };
  }
}
