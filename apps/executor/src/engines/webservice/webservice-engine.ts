/** Attempts as invocations of web services: one POST starts an attempt, callbacks report it, a cancel URL may end it. */
import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { parseAttemptId } from '#common/domain/ids.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import type { AttemptEnd } from '#common/run/run.js';
import {
  ALWAYS,
  type AttemptEngine,
  type AttemptRef,
  type CallLaunch,
  type Found,
  type MayBegin,
  type StartResult,
  type StopRequest,
  type StopResult,
} from '../engine.js';
import { hostIsNamed } from './address-guard.js';
import { signCall } from './sign-call.js';
import type { CallOutcome, HttpCaller } from './http-caller.js';
import { retryAtOf } from './retry-after.js';

/** An invocation is confirmed at once; the work continues after the answer. */
const START_TIMEOUT_MS = 30_000;
const CANCEL_TIMEOUT_MS = 5_000;
const MAX_QUOTED_ANSWER = 500;

/** Any other answer fails the attempt, so that an address that does something else with a POST is not taken for a worker. */
const STARTED: ReadonlySet<number> = new Set([200, 201, 202]);
const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

type Answered = Extract<CallOutcome, { readonly type: 'answered' }>;

export class WebserviceEngine implements AttemptEngine<'webservice'> {
  readonly engine = 'webservice';
  private readonly starting = new SharedCalls<AttemptId, StartResult>();

  constructor(
    private readonly caller: HttpCaller,
    private readonly clock: Clock,
    private readonly userAgent: string,
  ) {}

  /** Web services report by callbacks, which reach the executor as messages. */
  open(): Promise<void> {
    return Promise.resolve();
  }

  /** Opens a connection to the worker; nothing is sent over it. */
  prepare({ url, allowedHosts }: CallLaunch): void {
    const host = hostOf(url);
    if (host !== null && hostIsNamed(host, allowedHosts)) this.caller.openAhead(url);
  }

  start(launch: CallLaunch, mayBegin: MayBegin = ALWAYS): Promise<StartResult> {
    return this.starting.run(launch.attempt, () => this.begin(launch, mayBegin));
  }

  private async begin(launch: CallLaunch, mayBegin: MayBegin): Promise<StartResult> {
    const { url, cancelUrl, former, headers, allowedHosts } = launch;
    const host = hostOf(url);
    if (host === null || !hostIsNamed(host, allowedHosts)) {
      const message = host === null ? 'the url of the web service is not valid' : `the tenant may not call ${host}`;
      return { type: 'refused', retryable: false, reason: 'HostNotAllowed', message };
    }
    const left = launch.startBy - this.clock.now();
    if (left <= 0)
      return {
        type: 'refused',
        retryable: true,
        reason: 'TooLate',
        message: 'the start deadline of the attempt has passed',
      };
    if (former !== null && cancelUrl !== null)
      await this.cancel(former, { url: cancelUrl, headers }, 'another attempt follows');
    const body = JSON.stringify(launch.body);
    const outcome = await this.caller.post({
      url,
      headers: this.headersOf(headers, launch.attempt, body),
      body,
      timeoutMs: Math.min(START_TIMEOUT_MS, left),
      mayBegin,
    });
    return this.startResult(outcome);
  }

  private startResult(outcome: CallOutcome): StartResult {
    switch (outcome.type) {
      case 'answered':
        return this.answered(outcome);
      case 'notSent':
        return { type: 'refused', retryable: true, reason: 'NotReachable', message: outcome.message };
      case 'withheld':
        return { type: 'notSent', message: 'the claim of the attempt ended before the start was sent' };
      case 'forbidden':
        return { type: 'refused', retryable: false, reason: 'AddressNotAllowed', message: outcome.message };
      case 'noAnswer':
        return { type: 'inDoubt', reason: 'NoAnswer', message: outcome.message };
    }
  }

  private answered({ status, text, retryAfter }: Answered): StartResult {
    const now = this.clock.now();
    if (STARTED.has(status)) return { type: 'started', at: now, node: null };
    const redirected = status >= 300 && status < 400 ? 'redirects are not followed; ' : '';
    // The quotation comes last: a secret that was cut by the limit is then at the end of the message, where the mask searches for it.
    const quoted = text.slice(0, MAX_QUOTED_ANSWER).trim();
    const message = `${redirected}the web service answered ${status}${quoted === '' ? '' : `: ${quoted}`}`;
    const retryAt = retryAtOf(retryAfter ?? null, now);
    const retry = retryAt !== null && { retryAt };
    if (status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE)
      return { type: 'refused', retryable: true, reason: `Http${status}`, message, ...retry };
    return { type: 'failed', end: { ...this.end('failed', `Http${status}`, message), ...retry } };
  }

  async stop({ attempt, cancel, reason }: StopRequest): Promise<StopResult> {
    await this.starting.get(attempt);
    const word = cancel ? await this.cancel(attempt, cancel, reason) : 'the worker has no cancel URL';
    return { type: 'ended', end: this.end('deletedByUs', 'Stopped', word) };
  }

  private async cancel(
    attempt: AttemptId,
    { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
    reason: string,
  ): Promise<string> {
    const body = JSON.stringify({ runId: parseAttemptId(attempt)?.run, attemptId: attempt, reason });
    const outcome = await this.caller.post({
      url,
      headers: this.headersOf(headers, `${attempt}/cancel`, body),
      body,
      timeoutMs: CANCEL_TIMEOUT_MS,
    });
    return outcome.type === 'answered'
      ? `the cancel URL answered ${outcome.status}`
      : `the cancel URL could not be called: ${outcome.type === 'withheld' ? 'withheld' : outcome.message}`;
  }

  recover(attempts: readonly AttemptRef[]): Promise<readonly Found[]> {
    return Promise.resolve(attempts.map(({ attempt }) => ({ type: 'unknown', attempt })));
  }

  existing(): Promise<readonly AttemptId[]> {
    return Promise.resolve([]);
  }

  cleanUp(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.caller.close();
  }

  private headersOf(own: Readonly<Record<string, string>>, key: string, body: string): Record<string, string> {
    const lowerCase = Object.fromEntries(Object.entries(own).map(([name, value]) => [name.toLowerCase(), value]));
    const named = Object.entries(signCall(lowerCase, { key, body, at: this.clock.now() }));
    return {
      'user-agent': this.userAgent,
      ...Object.fromEntries(named.filter(([name]) => !OURS.has(name))),
      'content-type': 'application/json',
      'idempotency-key': key,
    };
  }

  private end(result: 'failed' | 'deletedByUs', reason: string, message: string): AttemptEnd {
    return { result, at: this.clock.now(), exitCode: null, reason, message };
  }
}

/** Headers that belong to the connection, or to Carillon; a worker's own values for them are ignored. */
const OURS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-type',
  'idempotency-key',
  'expect',
  'upgrade',
]);

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}
