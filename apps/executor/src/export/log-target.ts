/** The target of logs and audit, which the operator of Carillon chooses: one request at a time, compressed. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '#common/clock/clock.js';
import { LOG_EXPORT_TIMEOUT_MS } from '#common/domain/limits.js';
import type { HttpCaller } from '../engines/webservice/http-caller.js';
import { retryAtOf } from '../engines/webservice/retry-after.js';
import { encode, PATHS, type ExportKind } from './core/encodings.js';
import type { ExportLine } from './core/export-line.js';
import { verdictOf, type Verdict } from './core/verdict.js';

const compressed = promisify(gzip);

export interface TargetSettings {
  readonly kind: ExportKind;
  /** Without the path of the protocol. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

export class LogTarget {
  constructor(
    private readonly settings: TargetSettings,
    private readonly caller: Pick<HttpCaller, 'post' | 'close'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Sends the lines; a request that is too large in two halves. Never throws. */
  async send(lines: readonly ExportLine[]): Promise<Verdict> {
    const verdict = await this.post(lines);
    if (verdict.type !== 'tooLarge') return verdict;
    const middle = Math.ceil(lines.length / 2);
    const first = await this.send(lines.slice(0, middle));
    if (first.type !== 'taken') return first;
    const second = await this.send(lines.slice(middle));
    if (second.type !== 'taken') return second;
    return { ...second, refused: first.refused + second.refused, problem: first.problem ?? second.problem };
  }

  /** A request under way is broken off. */
  async close(): Promise<void> {
    await this.caller.close();
  }

  private async post(lines: readonly ExportLine[]): Promise<Verdict> {
    const { kind, url, headers, version } = this.settings;
    const body = await compressed(encode(kind, lines, version));
    const outcome = await this.caller.post({
      url: `${url}${PATHS[kind]}`,
      headers: {
        'user-agent': `carillon/${version}`,
        ...headers,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body,
      timeoutMs: LOG_EXPORT_TIMEOUT_MS,
    });
    if (outcome.type === 'withheld') return { type: 'later', problem: 'the request was not sent', retryAt: null };
    if (outcome.type === 'forbidden') return { type: 'unusable', problem: outcome.message };
    if (outcome.type !== 'answered') return { type: 'later', problem: outcome.message, retryAt: null };
    const { status, text, retryAfter = null } = outcome;
    return verdictOf(kind, { status, text, retryAt: retryAtOf(retryAfter, this.clock.now()) }, lines.length);
  }
}
