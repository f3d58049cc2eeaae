/** Commands of curl, as they stand in crontabs, scripts and documents: each call becomes a job, and the line of a crontab around it its time. */
import { REFERENCE } from '#common/spec/command-line.js';
import type { YamlSource } from '../definitions/yaml-documents.js';
import { noteZone, setVariable, timingOf, type CrontabOptions } from './crontab.js';
import { lineOf, splitAtPercent, type Line } from './crontab-line.js';
import { CURL, curlArguments, type CurlArguments } from './curl-fields.js';
import { lastOf, requestOf, type CurlRequest, type ReadFile } from './curl-request.js';
import { Fields } from './fields.js';
import { Import, LEFT_OUT, present, type Imported } from './imported.js';
import { nameOfAddress, tokensInPath, withSecretOptions } from './plain-values.js';
import { assignments, callsIn, type ProgramCall } from './shell-calls.js';
import { shellLine, type ShellCommand } from './shell-text.js';

export interface CurlOptions extends CrontabOptions {
  /** Gives the text of a file that a command sends; null if there is none. */
  readonly read: ReadFile;
}

type Entry = Extract<Line, { kind: 'entry' }>;

export function fromCurl(sources: readonly YamlSource[], options: CurlOptions): Imported {
  const into = new Import();
  for (const source of sources) new CurlSource(into, source, options).import();
  return into.result;
}

/** A user as the sixth column: it is no program that may stand before a call, but one of those follows. */
const PROGRAM = '(?:\\S*/)?(?:curl|sleep|nice|exec|nohup|time|timeout|flock|sudo|env|command)';
const USER_BEFORE = new RegExp(`^(?:@\\w+|(?:\\S+\\s+){4}\\S+)\\s+(?!${PROGRAM}\\s)[a-z_][\\w-]*\\s+${PROGRAM}\\s`);
const PROMPT = /^\s*\$ (?=\S)/;

/** Where the command begins in a line, behind the time of a crontab or the prompt of a document. */
const startOf = (written: string, entry: Entry | null): number =>
  entry ? written.lastIndexOf(entry.command) : (PROMPT.exec(written)?.[0].length ?? 0);

class CurlSource {
  private readonly variables = new Map<string, string>();
  private readonly text: string;
  private comment = '';
  private hasTimes = false;
  private lineNumber = 1;

  constructor(
    private readonly into: Import,
    private readonly source: YamlSource,
    private readonly options: CurlOptions,
  ) {
    this.text = source.text.replaceAll('\r\n', '\n');
  }

  import(): void {
    for (let at = 0; at < this.text.length;) {
      const next = this.line(at);
      this.lineNumber += this.text.slice(at, next).split('\n').length - 1;
      at = next;
    }
    if (this.hasTimes) noteZone(this.into, this.source.name, this.options, this.variables);
  }

  /** Imports what begins at this place, and gives the place behind it. */
  private line(at: number): number {
    const [written = ''] = /^.*/.exec(this.text.slice(at)) ?? [];
    const where = `${this.source.name}:${this.lineNumber}`;
    const line = lineOf(written, this.options.hasUsers === true || USER_BEFORE.test(written.trim()));
    const { comment } = this;
    this.comment = line.kind === 'comment' ? line.name : '';
    const next = at + written.length + 1;
    if (line.kind === 'empty' || line.kind === 'comment') return next;
    if (line.kind === 'variable' && !/\scurl\s/.test(line.value)) {
      setVariable(this.into, line, this.variables, where);
      return next;
    }
    const entry = line.kind === 'entry' ? line : null;
    try {
      return this.commands(at + startOf(written, entry), entry, { where, comment });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.into.note(where, written.trim(), `cannot be read as a shell does, and was left out: ${error.message}`);
      return next;
    }
  }

  private commands(start: number, entry: Entry | null, place: { where: string; comment: string }): number {
    const whole = shellLine(this.text, start, this.variables);
    const [script, ...input] = entry
      ? splitAtPercent(this.text.slice(start, whole.next))
      : [this.text.slice(start, whole.next)];
    const commands = entry ? shellLine(script, 0, this.variables).commands : whole.commands;
    const set = entry ? null : assignments(commands);
    for (const [name, value] of set ?? []) this.variables.set(name, value);
    if (set === null && commands.length > 0) {
      const standardInput = input.length > 0 ? `${input.join('\n').replace(/\n$/, '')}\n` : null;
      this.calls(commands, entry, { ...place, standardInput });
    }
    return Math.max(whole.next, start + 1);
  }

  private calls(commands: readonly ShellCommand[], entry: Entry | null, around: Around): void {
    const { into } = this;
    const { where } = around;
    if (entry?.time === 'reboot') {
      into.note(where, '@reboot', LEFT_OUT);
      return;
    }
    const calls = callsIn(addressed(commands), isCurl, (field, message) => {
      into.note(where, field, message);
    });
    const requests = (calls ?? []).flatMap((call) => this.requests(call, around));
    if (entry && requests.length > 0) this.hasTimes = true;
    const isRead = requests.some(({ request }) => request.data.some(({ text }) => text.endsWith('@-')));
    if (around.standardInput !== null && !isRead)
      into.note(where, '%', 'ends the command in a crontab, also in quotes: write \\%');
    if (requests.length > 1)
      into.note(where, 'url', 'is called after the one before it there; the jobs here do not wait');
    for (const { call, request, address } of requests)
      new CurlJob(into, { call, entry, where }, this.options, this.variables).define(request, address, around);
  }

  private requests(call: ProgramCall, { where }: Around): readonly Requested[] {
    const requests = curlArguments(call.words.map(({ text }) => text));
    const some = requests.flatMap((request) => request.addresses.map((address) => ({ call, request, address })));
    if (some.length === 0) this.into.note(where, 'url', 'is missing: the command was left out');
    return some;
  }
}

interface Requested {
  readonly call: ProgramCall;
  readonly request: CurlArguments;
  readonly address: string;
}

interface Around {
  readonly where: string;
  readonly comment: string;
  /** What a crontab gives after `%`. */
  readonly standardInput: string | null;
}

const isCurl = (name: string): boolean => name === 'curl' || name === 'curl.exe';

/** An address alone stands for a call of it. */
function addressed(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const [first] = commands;
  const isAddress =
    commands.length === 1 && first?.words.length === 1 && /^https?:\/\//i.test(first.words[0]?.text ?? '');
  return isAddress ? [{ ...first, words: [{ text: 'curl', unknown: [] }, ...first.words] }] : commands;
}

const MAX_CALL_SECONDS = 1_800;
const MAX_ATTEMPTS = 50;
/** Statuses after which curl repeats a call. */
const TRANSIENT = [408, 429, 500, 502, 503, 504, 522, 524];

/** Options whose values are headers, and options that say nothing about the call. */
const IN_HEADERS: ReadonlySet<string> = new Set(['header', 'user', 'oauth2-bearer', 'cookie', 'user-agent', 'referer']);
const BESIDE_THE_CALL: ReadonlySet<string> = new Set([
  'output',
  'output-dir',
  ...Object.keys(CURL).filter((name) => CURL[name]?.use !== 'mapped'),
]);

interface Place {
  readonly call: ProgramCall;
  readonly entry: Entry | null;
  readonly where: string;
}

class CurlJob {
  constructor(
    private readonly into: Import,
    private readonly place: Place,
    private readonly options: CurlOptions,
    private readonly variables: ReadonlyMap<string, string>,
  ) {}

  define(args: CurlArguments, written: string, { comment, standardInput }: Around): void {
    const { where } = this.place;
    const fields = new Fields(args.options, this.into, where, { path: '--', table: CURL });
    for (const name of args.unknown) fields.refuse(name, 'is no option of curl');
    const request = requestOf(fields, args, written, (file) => this.read(file, standardInput));
    if (request === null || !this.isKnown(args, written)) return;
    this.noteSecrets(request);
    const called = nameOfAddress(request.address);
    const { tenant } = this.options;
    const id = this.into.freeId(tenant, /[a-z0-9]/i.test(comment) ? comment : called);
    const timing = this.timing();
    const retry = this.retry(fields, request);
    const { body, options } = withSecretOptions(request.body);
    this.into.define(
      'Job',
      {
        id,
        tenant,
        name: this.into.freeName(comment || called),
        ...timing,
        url: request.address,
        answer: 'ends',
        http: present({ method: request.method, body, timeoutSeconds: this.timeout(fields) }),
        options,
        httpHeaders: request.headers,
        ...retry,
      },
      where,
    );
    this.noteDifferences(fields);
    fields.close();
  }

  private read(file: string, standardInput: string | null): string | null {
    if (file !== '-') return this.options.read(file);
    const { input } = this.place.call;
    if (input === null) return standardInput;
    return 'file' in input ? this.options.read(input.file) : input.text;
  }

  /** False for a request with a part that only the shell knows; in headers it is the value of a secret, which is given later. */
  private isKnown({ options, data }: CurlArguments, written: string): boolean {
    const { call, where } = this.place;
    const isRead = data.some(({ text }) => text.endsWith('@-'));
    const input = isRead && call.input !== null && 'unknown' in call.input ? call.input.unknown : [];
    for (const part of new Set([...call.words.flatMap(({ unknown }) => unknown), ...input])) {
      const named = Object.keys(options).filter((name) => String(options[name]).includes(part));
      const isInHeaders = named.some((name) => IN_HEADERS.has(name));
      const isElsewhere = named.some((name) => !IN_HEADERS.has(name) && !BESIDE_THE_CALL.has(name));
      if (written.includes(part) || isElsewhere || input.includes(part)) {
        const says = 'is known to the shell alone, and decides what is called: the command was left out';
        this.into.note(where, part, says);
        return false;
      }
      if (isInHeaders) this.into.note(where, part, 'is known to the shell alone: give the whole header with its value');
    }
    return true;
  }

  private noteSecrets({ address, body = '' }: CurlRequest): void {
    const { where } = this.place;
    for (const part of tokensInPath(address))
      this.into.note(where, 'url', `holds ${part.slice(0, 3)}…, which may be a token: the file shows it`);
    for (const [whole] of body.matchAll(REFERENCE))
      this.into.note(where, 'body', `has ${whole}, which Carillon replaces`);
  }

  private timing(): Record<string, unknown> {
    const { entry, call, where } = this.place;
    if (!entry || entry.time === 'reboot') return {};
    for (const [text, message] of entry.time.notes) this.into.note(where, text, message);
    const timing = timingOf(entry, this.variables, this.options);
    const { delaySeconds, isExclusive } = call;
    const cron = entry.time.cron;
    const canDelay =
      delaySeconds > 0 && delaySeconds < 60 && Number.isInteger(delaySeconds) && cron?.startsWith('@') === false;
    if (delaySeconds > 0 && !canDelay)
      this.into.note(where, `sleep ${delaySeconds}`, 'is not used: the call is made at the time of the entry');
    return {
      cron: canDelay ? `${delaySeconds} ${cron}` : cron,
      ...timing,
      ...(isExclusive && { concurrency: { policy: 'Forbid' } }),
    };
  }

  private timeout(fields: Fields): number | undefined {
    const own = Number(lastOf(fields, 'max-time') ?? 0);
    const limits = [own, this.place.call.timeoutSeconds ?? 0].filter((each) => each > 0);
    if (limits.length === 0) {
      fields.note(
        'max-time',
        'is not given: the call has no limit there, and may take 180 s here (http.timeoutSeconds)',
      );
      return undefined;
    }
    const least = Math.min(...limits);
    if (least > MAX_CALL_SECONDS) fields.note('max-time', `is ${MAX_CALL_SECONDS} s here, the longest time of a call`);
    return Math.min(MAX_CALL_SECONDS, least);
  }

  private retry(fields: Fields, request: CurlRequest): Record<string, unknown> {
    const count = Number(lastOf(fields, 'retry') ?? 0);
    const delay = Number(lastOf(fields, 'retry-delay') ?? 0);
    const limit = lastOf(fields, 'retry-max-time');
    const isEvery = fields.take('retry-all-errors') === true;
    fields.take('retry-connrefused');
    if (!(count > 0)) return {};
    if (limit !== undefined)
      fields.note('retry-max-time', 'is the time limit of the whole run here (activeDeadlineSeconds)');
    if (count >= MAX_ATTEMPTS)
      fields.note('retry', `is more than the ${MAX_ATTEMPTS} attempts that a run may have here`);
    const rules = [{ httpStatuses: TRANSIENT }, { httpStatuses: ['2xx', '3xx', '4xx', '5xx'], retry: false }];
    return {
      maxAttempts: Math.min(MAX_ATTEMPTS, count + 1),
      retry: {
        ...(delay > 0 ? { delaySeconds: delay } : { delaySeconds: 1, backoff: 'exponential', maxDelaySeconds: 600 }),
        ...(!isEvery && { rules }),
      },
      activeDeadlineSeconds: limit === undefined ? undefined : Number(limit),
      // Without it, a call of POST that got no answer is not repeated.
      ...(/^(?:POST|PATCH)$/.test(request.method ?? (request.body === undefined ? 'GET' : 'POST')) && {
        idempotentStart: true,
      }),
    };
  }

  private noteDifferences(fields: Fields): void {
    const { call } = this.place;
    const fails = [fields.take('fail') === true, fields.take('fail-with-body') === true];
    if (!fails.includes(true))
      fields.note(
        'fail',
        'is not given: there any answer is a success, here another one than 200 to 299 fails the run (http.success)',
      );
    const follows = ['location', 'follow', 'location-trusted'].map((option) => fields.take(option) === true);
    if (!follows.includes(true)) fields.note('location', 'is not given: redirects are followed here, and not there');
    if (follows[2] === true) fields.note('location-trusted', 'is not used: secrets go to no other host');
    if (fields.take('max-redirs') !== undefined)
      fields.note('max-redirs', 'is not used: at most five redirects are followed');
    const files = [...fields.list('output').map(String), ...call.outputs].filter(
      (file) => !/^(?:-|\/dev\/null|NUL)$/i.test(file),
    );
    fields.take('output-dir');
    for (const file of files)
      fields.note('output', `${file} is not written: the first and the last 64 KiB of the answer are in the log`);
  }
}
