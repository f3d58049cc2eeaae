/**
 * Calls whose answers are the ends of their attempts. A call lives in this process: it has started once its first byte is written, and is
 * lost with the process. Redirects are followed within the hosts and addresses that are allowed; headers of worker and job, and the body,
 * never reach another origin.
 */
import { STATUS_CODES } from 'node:http';
import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { MAX_CALL_REDIRECTS } from '#common/domain/limits.js';
import { hideInJson, secretMask, type SecretMask } from '#common/domain/secret-mask.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import { outputsProblem, STORAGE_PREFIX } from '#common/run/outputs.js';
import type { AttemptEnd, Instant, RunOutputs } from '#common/run/run.js';
import type { JsonValue } from '#common/spec/fields.js';
import { isSuccess } from '#common/spec/http-call.js';
import { valueAt } from '#common/spec/json-pointer.js';
import { REASONS } from '../../run/reasons.js';
import type { CallLaunch, EndingCall, MayBegin, Observation, StartResult } from '../engine.js';
import { hostIsNamed } from './address-guard.js';
import type { ClientTokens } from './client-tokens.js';
import type { CallOutcome, HttpCaller } from './http-caller.js';
import { KeptAnswer } from './kept-answer.js';
import { retryAtOf } from './retry-after.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const SEE_OTHER = 303;
const UNAUTHORIZED = 401;
/** Redirects that keep the method and the body (RFC 9110, 15.4). */
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);
/** Headers that are no secrets of worker or job. */
const OF_OURS: ReadonlySet<string> = new Set(['user-agent', 'idempotency-key', 'traceparent']);
const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-language']);
const MAX_QUOTED_ANSWER = 500;

type Answered = Extract<CallOutcome, { readonly type: 'answered' }>;
type Judgement = Pick<AttemptEnd, 'result' | 'reason' | 'message'> & { readonly retryAt?: Instant };
export type EndingLaunch = CallLaunch & { readonly call: EndingCall };

/** What becomes the log of an attempt. `isDivided`: a text among the lines may begin or end within a secret. */
export interface AnswerLines {
  readonly attempt: AttemptId;
  readonly at: Instant;
  readonly lines: readonly string[];
  readonly isDivided: boolean;
}

/** Resolves when the lines are stored, or given up. */
export type KeepLines = (lines: AnswerLines) => Promise<void>;

interface Tools {
  readonly caller: Pick<HttpCaller, 'post'>;
  readonly tokens: Pick<ClientTokens, 'of' | 'forget'>;
  readonly keepLines: KeepLines;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  /** Of this process. */
  readonly incarnation: string;
}

interface UnderWay {
  readonly launch: EndingLaunch;
  readonly abort: AbortController;
  startedAt: Instant | null;
  /** Its end is not reported from here. */
  isDropped: boolean;
}

/** One request of a call, which may lead to another one. */
interface Hop {
  readonly url: URL;
  readonly method: EndingCall['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Progress {
  readonly lines: string[];
  readonly begunAt: number;
  readonly mask: SecretMask;
}

export class EndingCalls {
  private readonly underWay = new Map<AttemptId, UnderWay>();
  private readonly tasks = new TrackedTasks();
  private listener: (observation: Observation) => void = () => undefined;

  constructor(private readonly tools: Tools) {}

  open(listener: (observation: Observation) => void): void {
    this.listener = listener;
  }

  /** When the call began; null if none of the attempt is under way here. */
  startedAt(attempt: AttemptId): Instant | null {
    return this.underWay.get(attempt)?.startedAt ?? null;
  }

  attempts(): AttemptId[] {
    return [...this.underWay.keys()];
  }

  /** Resolves when the request is being written, or is certainly never written. `headers`: as they are sent to the first address. */
  async start(launch: EndingLaunch, headers: Hop['headers'], mayBegin: MayBegin): Promise<StartResult> {
    const { attempt, call } = launch;
    const earlier = this.underWay.get(attempt);
    if (earlier) return earlier.startedAt === null ? LAPSED : { type: 'started', at: earlier.startedAt, node: null };
    const token = call.oauth && (await this.tools.tokens.of(launch.tenant, call.oauth));
    if (token !== null && typeof token !== 'string') return token;
    const own = { launch, abort: new AbortController(), startedAt: null, isDropped: false };
    this.underWay.set(attempt, own);
    return new Promise((resolve) => {
      const work = this.make(own, { headers, token, mayBegin }, resolve).finally(() => this.underWay.delete(attempt));
      void this.tasks.add(work);
    });
  }

  /** Closes the connection; the end of the attempt is not reported. */
  drop(attempt: AttemptId): void {
    const own = this.underWay.get(attempt);
    if (!own) return;
    own.isDropped = true;
    own.abort.abort();
  }

  /** Waits for the answers of calls under way for so long. A call that is left then has ended, unless it may be repeated. */
  async drain(ms: number): Promise<void> {
    await this.tasks.drain(ms);
    for (const [attempt, { launch, startedAt }] of this.underWay) {
      this.drop(attempt);
      if (launch.call.mayRepeat || startedAt === null) continue;
      const message = 'the executor was stopped during the call: whether the work was done is not known';
      this.report(attempt, startedAt, { result: 'startUnknown', reason: REASONS.CallInterrupted, message });
    }
  }

  private async make(
    own: UnderWay,
    {
      headers,
      token,
      mayBegin,
    }: { readonly headers: Hop['headers']; readonly token: string | null; readonly mayBegin: MayBegin },
    answer: (result: StartResult) => void,
  ): Promise<void> {
    const { launch } = own;
    const { clock, tokens } = this.tools;
    const progress: Progress = {
      lines: [],
      begunAt: clock.monotonic(),
      mask: secretMask(token === null ? [] : [token]),
    };
    const begin = (): boolean => {
      if (!mayBegin()) return false;
      own.startedAt = clock.now();
      answer({ type: 'started', at: own.startedAt, node: null });
      return true;
    };
    const first = firstHop(launch, token === null ? headers : { ...headers, authorization: `Bearer ${token}` });
    const { outcome, kept } = await this.follow(own, first, { progress, mayBegin: begin });
    if (own.startedAt === null) {
      answer(notBegun(outcome));
      return;
    }
    if ('status' in outcome && outcome.status === UNAUTHORIZED && launch.call.oauth)
      tokens.forget(launch.tenant, launch.call.oauth);
    await kept.finish();
    const judged = judge(launch.call, outcome, { answer: kept, now: clock.now() });
    progress.lines.push(...summary(outcome, kept, clock.monotonic() - progress.begunAt), ...kept.lines());
    if (judged.result !== 'succeeded') progress.lines.push(judged.message);
    const { mask } = progress;
    const at = clock.now();
    await this.tools.keepLines({
      attempt: launch.attempt,
      at,
      lines: progress.lines.map((line) => asText(mask.hideIn(line))),
      isDivided: kept.isDivided,
    });
    if (own.isDropped) return;
    const outputs = judged.outputs && (hideInJson(mask, { ...judged.outputs }) as RunOutputs);
    this.report(launch.attempt, own.startedAt, { ...judged, message: mask.hideIn(judged.message) }, outputs);
  }

  /** Sends the request, and those to which answers redirect. `kept`: the answer to the last one. */
  private async follow(
    { launch, abort }: UnderWay,
    first: Hop,
    { progress, ...begin }: { readonly progress: Progress; readonly mayBegin: MayBegin },
  ): Promise<{ readonly outcome: CallOutcome | Refused; readonly kept: KeptAnswer }> {
    const { call, allowedHosts } = launch;
    let hop = first;
    for (let redirects = 0; ; redirects++) {
      const kept = new KeptAnswer(Object.keys(call.outputs).length > 0);
      progress.lines.push(`${hop.method} ${withoutQuery(hop.url)}`);
      const spentMs = this.tools.clock.monotonic() - progress.begunAt;
      const outcome = await this.tools.caller.post({
        ...hop,
        url: hop.url.href,
        timeoutMs: Math.max(1, call.timeoutMs - spentMs),
        sink: kept,
        signal: abort.signal,
        ...(redirects === 0 && begin),
      });
      if (outcome.type !== 'answered' || !isRedirect(outcome, call)) return { outcome, kept };
      const next = redirects === MAX_CALL_REDIRECTS ? TOO_MANY : nextHop(hop, outcome, allowedHosts);
      if ('refused' in next) return { outcome: next, kept };
      progress.lines.push(`HTTP ${outcome.status}`);
      hop = next;
    }
  }

  private report(attempt: AttemptId, startedAt: Instant, judged: Judgement, outputs?: RunOutputs): void {
    const { result, reason, message, retryAt } = judged;
    const exitCode = result === 'succeeded' ? 0 : null;
    const end = {
      result,
      at: this.tools.clock.now(),
      exitCode,
      reason,
      message,
      ...(retryAt !== undefined && { retryAt }),
    };
    const by = this.tools.incarnation;
    this.listener({ type: 'ended', attempt, by, startedAt, node: null, end, ...(outputs && { outputs }) });
  }
}

interface Refused {
  readonly refused: string;
  readonly message: string;
}

const TOO_MANY: Refused = {
  refused: REASONS.TooManyRedirects,
  message: `there were more than ${MAX_CALL_REDIRECTS} redirects`,
};
const LAPSED: StartResult = { type: 'notSent', message: 'the claim of the attempt ended before the call was sent' };

function notBegun(outcome: CallOutcome | Refused): StartResult {
  if (!('type' in outcome)) return LAPSED;
  switch (outcome.type) {
    case 'notSent':
      return { type: 'refused', retryable: true, reason: 'NotReachable', message: outcome.message };
    case 'forbidden':
      return { type: 'refused', retryable: false, reason: 'AddressNotAllowed', message: outcome.message };
    case 'withheld':
    case 'noAnswer':
    case 'answered':
      return LAPSED;
  }
}

function firstHop({ url, call }: EndingLaunch, headers: Hop['headers']): Hop {
  const address = new URL(url);
  // The query of the address stays as it is written: a signature may cover it. A space is `%20`, which every server understands.
  const added = new URLSearchParams(call.query).toString().replaceAll('+', '%20');
  address.search = [address.search.slice(1), added].filter((part) => part !== '').join('&');
  return { url: address, method: call.method, headers, body: call.body };
}

const isRedirect = ({ status, location }: Answered, { success }: EndingCall): boolean =>
  REDIRECTS.has(status) && location !== undefined && !isSuccess(status, success);

/** The request to which an answer redirects. Only 307 and 308 keep the method for sure, and the body with it. */
function nextHop(hop: Hop, { status, location = '' }: Answered, allowedHosts: readonly string[] | null): Hop | Refused {
  const refused = (message: string): Refused => ({
    refused: REASONS.RedirectRefused,
    message: `HTTP ${status}: ${message}`,
  });
  if (!URL.canParse(location, hop.url.href)) return refused('the address of the redirect is not valid');
  const url = new URL(location, hop.url);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refused(`a redirect to ${url.protocol} is not followed`);
  if (!hostIsNamed(url.hostname, allowedHosts)) return refused(`the tenant may not call ${url.hostname}`);
  url.username = '';
  url.password = '';
  const becomesGet = status === SEE_OTHER ? hop.method !== 'HEAD' : !KEEPS_METHOD.has(status) && hop.method === 'POST';
  const isSameOrigin = url.origin === hop.url.origin;
  const body = becomesGet ? null : hop.body;
  if (body !== null && !isSameOrigin) return refused(`the body is not sent to another origin, ${url.origin}`);
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (isSameOrigin || OF_OURS.has(name)) && (body !== null || !OF_BODY.has(name)),
  );
  return { url, method: becomesGet ? 'GET' : hop.method, headers: Object.fromEntries(headers), body };
}

/** What a stranger's service answers saves no storage of the job: such a line is indented, so that it is a line like any other. */
const asText = (lines: string): string =>
  lines.includes(STORAGE_PREFIX) ? lines.replaceAll(STORAGE_LINE, ' $&') : lines;
const STORAGE_LINE = new RegExp(`^${STORAGE_PREFIX.replaceAll(/[[\]]/g, '\\$&')}`, 'gm');

/** Without the query, which may contain secrets. */
const withoutQuery = ({ origin, pathname }: URL): string => `${origin}${pathname}`;

function summary(outcome: CallOutcome | Refused, answer: KeptAnswer, ms: number): string[] {
  if (!('status' in outcome)) return [];
  const { status, contentType } = outcome;
  const word = STATUS_CODES[status];
  const type = contentType === undefined ? '' : `, ${contentType}`;
  return [
    `HTTP ${status}${word === undefined ? '' : ` ${word}`}, ${answer.size} bytes${type}, in ${Math.round(ms)} ms`,
  ];
}

interface JudgedBy {
  readonly answer: KeptAnswer;
  readonly now: Instant;
}

/** The end of the attempt. */
function judge(
  call: EndingCall,
  outcome: CallOutcome | Refused,
  by: JudgedBy,
): Judgement & { readonly outputs?: RunOutputs } {
  if ('refused' in outcome) return failed(outcome.refused, outcome.message);
  switch (outcome.type) {
    case 'answered':
      return judgeAnswer(call, outcome, by);
    case 'notSent':
      return failed('NotReachable', outcome.message);
    case 'forbidden':
      return failed('AddressNotAllowed', outcome.message);
    case 'withheld':
      return failed('NoAnswer', 'the call was withheld');
    case 'noAnswer':
      return outcome.timedOut ? late('no answer', call) : failed('NoAnswer', outcome.message);
  }
}

/** The status decides; a success needs the whole answer, and its outputs. */
function judgeAnswer(
  call: EndingCall,
  { status, retryAfter, cut }: Answered,
  { answer, now }: JudgedBy,
): Judgement & { readonly outputs?: RunOutputs } {
  if (!isSuccess(status, call.success)) {
    const retryAt = retryAtOf(retryAfter ?? null, now);
    return { ...failed(`Http${status}`, quoted(status, answer)), ...(retryAt !== null && { retryAt }) };
  }
  if (answer.problem !== null) return failed(REASONS.AnswerIncomplete, answer.problem);
  if (cut) return cut.timedOut ? late('no complete answer', call) : failed(REASONS.AnswerIncomplete, cut.message);
  const done = { result: 'succeeded', reason: `Http${status}`, message: `answered ${status}` } as const;
  if (Object.keys(call.outputs).length === 0) return done;
  const taken = outputsIn(answer.text(), call.outputs);
  return typeof taken === 'string' ? failed(REASONS.OutputMissing, taken) : { ...done, outputs: taken };
}

const late = (what: string, { timeoutMs }: EndingCall): Judgement => ({
  result: 'deadline',
  reason: REASONS.TimeoutExceeded,
  message: `${what} within http.timeoutSeconds (${timeoutMs / 1_000} s)`,
});
const failed = (reason: string, message: string): Judgement => ({ result: 'failed', reason, message });

// The quotation comes last: a secret that was cut by the limit is then at the end of the message, where the mask searches for it.
function quoted(status: number, answer: KeptAnswer): string {
  const text = answer.lines().join('\n').slice(0, MAX_QUOTED_ANSWER).trim();
  return `the web service answered ${status}${text === '' ? '' : `: ${text}`}`;
}

/** The outputs, or what is missing. */
function outputsIn(text: string | null, wanted: EndingCall['outputs']): RunOutputs | string {
  if (text === null) return 'the answer is too long for outputs to be taken from it';
  let whole: JsonValue;
  try {
    whole = parseExactJson(text) as JsonValue;
  } catch {
    return 'the answer is no JSON, so it has no outputs';
  }
  const outputs: Record<string, JsonValue> = {};
  for (const [name, pointer] of Object.entries(wanted)) {
    const value = valueAt(whole, pointer);
    if (value === undefined) return `the answer has no value at "${pointer}", which the output ${name} needs`;
    outputs[name] = value;
  }
  const problem = outputsProblem(outputs);
  return problem === null ? outputs : `the outputs are not taken: ${problem}`;
}
