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
  type EndingCall,
  type Found,
  type MayBegin,
  type Observation,
  type StartResult,
  type StopRequest,
  type StopResult,
} from '../engine.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { ClientTokens } from './client-tokens.js';
import { EndingCalls, type KeepLines } from './ending-calls.js';
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

  private readonly ending: EndingCalls;

  constructor(
    private readonly caller: HttpCaller,
    private readonly clock: Clock,
    private readonly userAgent: string,
    answers: { readonly keepLines: KeepLines; readonly incarnation: string },
  ) {
    this.ending = new EndingCalls({ caller, tokens: new ClientTokens(caller, clock), clock, ...answers });
  }

  /** Callbacks reach the executor as messages: only the ends of calls whose answers are ends are reported here. */
  open(listener: (observation: Observation) => void): Promise<void> {
    this.ending.open(listener);
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
    const { cancelUrl, former, headers, call } = launch;
    const refused = forbiddenHost(launch);
    if (refused) return refused;
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
    if (call !== null) return this.ending.start({ ...launch, call }, this.headersOfCall(launch, call), mayBegin);
    const body = JSON.stringify(launch.body);
    const outcome = await this.caller.post({
      url: launch.url,
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

  async stop({ attempt, cancel, reason, isElsewhere }: StopRequest): Promise<StopResult> {
    // The replica that makes the call finds out that it is to be stopped.
    if (isElsewhere === true) return { type: 'stopping' };
    await this.starting.get(attempt);
    this.ending.drop(attempt);
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
    return Promise.resolve(
      attempts.map(({ attempt }) => {
        const startedAt = this.ending.startedAt(attempt);
        return startedAt === null ? { type: 'unknown', attempt } : { type: 'running', attempt, startedAt, node: null };
      }),
    );
  }

  existing(): Promise<readonly AttemptId[]> {
    return Promise.resolve([]);
  }

  /** A call whose attempt has ended without it is broken off. */
  cleanUp(attempt: AttemptId): Promise<void> {
    this.ending.drop(attempt);
    return Promise.resolve();
  }

  underWay(): AttemptId[] {
    return this.ending.attempts();
  }

  drain(ms: number): Promise<void> {
    return this.ending.drain(ms);
  }

  async close(): Promise<void> {
    await this.caller.close();
  }

  private headersOfCall({ headers, attempt }: CallLaunch, { method, body }: EndingCall): Record<string, string> {
    const { 'content-type': ours, ...others } = this.headersOf(headers, attempt, body ?? '');
    const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    if (body === null)
      return method === 'GET' || method === 'HEAD' || named === undefined
        ? others
        : { ...others, 'content-type': named };
    return { ...others, 'content-type': named ?? (isJson(body) ? (ours ?? '') : 'text/plain; charset=utf-8') };
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

function isJson(text: string): boolean {
  try {
    parseExactJson(text);
    return true;
  } catch {
    return false;
  }
}

/** Neither the web service nor the token endpoint may be any other host than the tenant is allowed. */
function forbiddenHost({ url, allowedHosts, call }: CallLaunch): StartResult | null {
  const addresses = [url, ...(call?.oauth ? [call.oauth.tokenUrl] : [])];
  const host = addresses.map(hostOf).find((each) => each === null || !hostIsNamed(each, allowedHosts));
  if (host === undefined) return null;
  const message = host === null ? 'the url of the web service is not valid' : `the tenant may not call ${host}`;
  return { type: 'refused', retryable: false, reason: 'HostNotAllowed', message };
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null;
  }
}
