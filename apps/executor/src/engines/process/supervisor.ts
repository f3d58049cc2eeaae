/**
 * The supervisor of one attempt at a time: a process of its own that outlives the executor. It starts the command, records every line of
 * its output with its time, and how it ended. Its only argument is the attempt's spool folder. While its executor lives, it then waits for
 * the folder of another attempt, a line of its standard input: the start of this process costs more than many a command. It imports almost
 * nothing.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { killMarked, signalGroup, startTimeOf } from './process-table.js';
import { startFailure } from './start-failure.js';

/** The longest line that is kept. It is longer than the part of a line that the collector reads, so the collector marks each cut. */
const MAX_LINE_BYTES = 256 * 1024;
/**
 * Progress is written over itself by carriage returns, for hours in one line. Such a line is divided at its last one when it has so many
 * bytes or is so old: so it is seen while it lasts, counts as output, and its end is not cut off.
 */
const PROGRESS_BYTES = 16 * 1024;
const PROGRESS_MS = 5_000;
/** When the command has ended and its group is killed, another process may still hold its output open. */
const DRAIN_MS = 2_000;
const NEWLINE = 10;
const RETURN = 13;

interface Spec {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Record<string, string>;
  /** Output beyond this is read, so that the command never blocks, and discarded. */
  readonly maxOutputBytes: number;
  readonly mark: string;
  readonly user?: { readonly uid: number; readonly gid: number };
}

interface Exit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly endedAt: number;
  readonly error?: string;
  readonly reason?: string;
  readonly outputError?: string;
}

/** The reading ends of what the command writes. */
type Outputs = readonly [stdout: Readable, stderr: Readable];
/** Where `mkfifo` is on every system; this process has no PATH. */
const SYSTEM_PATH = '/usr/bin:/bin';

/** The folder of the present attempt. */
let folder = '';
const path = (name: string): string => `${folder}/${name}`;

/** The size of the files that are written once the command has started. */
const RESERVED_BYTES = 4_096;
const partOf = (name: string): string => path(`${name}.${process.pid}`);

/** Takes the room of a file that `writeWhole` writes: a disk that is full by then hides neither the command nor its end. */
function reserve(name: string): void {
  writeFileSync(partOf(name), ' '.repeat(RESERVED_BYTES), { mode: 0o600 });
}

/** Writes JSON; trailing spaces do not belong to the value. */
function writeWhole(name: string, value: unknown): void {
  writeFileSync(partOf(name), JSON.stringify(value).padEnd(RESERVED_BYTES), { flag: 'r+' });
  renameSync(partOf(name), path(name));
}

/** False: another supervisor, or a replica that gave this attempt up, was first. */
function takeFolder(): boolean {
  const part = path(`supervisor.json.${process.pid}`);
  writeFileSync(part, JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid) }), { mode: 0o600 });
  try {
    linkSync(part, path('supervisor.json'));
    return true;
  } catch {
    return false;
  } finally {
    unlinkSync(part);
  }
}

class Output {
  private readonly file = openSync(path('output.log'), 'a', 0o600);
  private written = 0;
  private failure: string | undefined;

  constructor(private readonly maxBytes: number) {}

  /** Appends `<time> <stream> <line>` for each complete line; keeps the rest for later. A cut line has `<stream>+<bytes that are cut>`. */
  follow(stream: Readable, mark: 'o' | 'e'): () => void {
    let rest = Buffer.alloc(0);
    let restBytes = 0;
    let restSince = 0;
    stream.on('data', (chunk: Buffer) => {
      const at = Date.now();
      const parts: Buffer[] = [];
      let from = 0;
      const beyond = writtenOver(rest, chunk);
      if (beyond >= 0) {
        parts.push(record(at, mark, rest, restBytes + beyond));
        [rest, restBytes, from] = [Buffer.alloc(0), 0, beyond + 1];
      }
      for (let end = chunk.indexOf(NEWLINE, from); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        const line = chunk.subarray(from, end);
        const whole = rest.length === 0 ? line : Buffer.concat([rest, line]);
        parts.push(record(at, mark, whole, restBytes + line.length));
        [rest, restBytes] = [Buffer.alloc(0), 0];
        from = end + 1;
      }
      if (restBytes === 0) restSince = at;
      if (from < chunk.length && rest.length < MAX_LINE_BYTES) rest = Buffer.concat([rest, chunk.subarray(from)]);
      restBytes += chunk.length - from;
      const progress = rest.length >= PROGRESS_BYTES || at - restSince >= PROGRESS_MS ? lastReturn(rest) : -1;
      if (progress > 0 && restBytes === rest.length) {
        parts.push(record(at, mark, rest.subarray(0, progress)));
        rest = rest.subarray(progress + 1);
        [restBytes, restSince] = [rest.length, at];
      }
      if (parts.length > 0) this.append(parts);
    });
    return () => {
      if (rest.length > 0) this.append([record(Date.now(), mark, rest, restBytes)]);
      [rest, restBytes] = [Buffer.alloc(0), 0];
    };
  }

  /** After this nothing is appended any more. */
  close(): string | undefined {
    try {
      fsyncSync(this.file);
      closeSync(this.file);
    } catch (error) {
      this.failure ??= String(error);
    }
    return this.failure;
  }

  private append(records: readonly Buffer[]): void {
    if (this.failure !== undefined) return;
    try {
      const kept = this.fitting(records);
      this.write(Buffer.concat(kept));
      if (kept.length === records.length) return;
      const lastWord = `[carillon] output beyond ${this.maxBytes} bytes is not kept`;
      this.write(record(Date.now(), 'e', Buffer.from(lastWord)));
      this.failure = `the output was longer than ${this.maxBytes} bytes`;
    } catch (error) {
      this.failure = String(error);
    }
  }

  /** The lines up to the first for which there is no room. */
  private fitting(records: readonly Buffer[]): readonly Buffer[] {
    let left = this.maxBytes - this.written;
    const first = records.findIndex(({ length }) => (left -= length) < 0);
    return first === -1 ? records : records.slice(0, first);
  }

  private write(bytes: Buffer): void {
    for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done);
    this.written += bytes.length;
  }
}

/** The last carriage return that is certainly not that of a line end; -1 for none. */
const lastReturn = (line: Buffer): number => (line.length < 2 ? -1 : line.lastIndexOf(RETURN, line.length - 2));

/** Where a line of which nothing more is kept is written over by what follows in this chunk; -1 if it is not. */
function writtenOver(kept: Buffer, chunk: Buffer): number {
  if (kept.length < MAX_LINE_BYTES) return -1;
  const end = chunk.indexOf(NEWLINE);
  return lastReturn(end < 0 ? chunk : chunk.subarray(0, end));
}

function record(at: number, mark: 'o' | 'e', line: Buffer, bytes = line.length): Buffer {
  const kept = line.subarray(0, MAX_LINE_BYTES);
  const cut = bytes === kept.length ? '' : `+${bytes - kept.length}`;
  return Buffer.concat([Buffer.from(`${at} ${mark}${cut} `), kept, Buffer.from('\n')]);
}

/** The end of an attempt. `isClean`: nothing of it is left in this process. */
function end(exit: Exit, isClean: boolean): void {
  writeWhole('exit.json', exit);
  if (isClean) {
    rest();
    return;
  }
  // Node may hang while it ends a process.
  tell('over');
  process.exit(0);
}

/** Notifies the starter, if it still exists. */
function tell(word: string): void {
  process.stdout.write(`${word}\n`);
}

/** Waits for the next attempt; ends if nobody is there to request one. */
function rest(): void {
  folder = '';
  if (hasStarter) tell('free');
  else process.exit(0);
}

function supervise(): void {
  const spec = JSON.parse(readFileSync(path('spec.json'), 'utf8')) as Spec;
  for (const name of ['process.json', 'exit.json']) reserve(name);
  const output = new Output(spec.maxOutputBytes);
  const failed = (error: unknown): void => {
    unlinkSync(path('spec.json'));
    output.close();
    end({ signal: null, endedAt: Date.now(), ...startFailure(error, spec) }, false);
  };
  const command = start(spec, failed);
  if (command === null) return;
  const { child, outputs } = command;
  child.once('error', (error) => {
    if (child.pid === undefined) failed(error);
  });
  if (child.pid === undefined) return;
  const { pid } = child;
  const started = { pid, startTime: startTimeOf(pid), ...(spec.user && { uid: spec.user.uid }) };
  writeWhole('process.json', { ...started, startedAt: Date.now() });
  const flushes = [output.follow(outputs[0], 'o'), output.follow(outputs[1], 'e')];
  child.once('spawn', () => {
    unlinkSync(path('spec.json'));
    tell('started');
  });
  const endLeftovers = (): void => {
    signalGroup(started, 'SIGKILL');
    killMarked(spec.mark, spec.user?.uid);
  };
  whenOver(command, endLeftovers, ({ exitCode, signal, endedAt }, isDrained) => {
    for (const flush of flushes) flush();
    const outputError = output.close();
    end({ exitCode, signal, endedAt, ...(outputError === undefined ? {} : { outputError }) }, isDrained);
  });
}

interface RunningCommand {
  readonly child: ChildProcess;
  readonly outputs: Outputs;
}

/** Null after `failed`. Node reports some failures of a start at once, and others as an event. */
function start(
  { command: [program, ...args], cwd, env, user }: Spec,
  failed: (error: unknown) => void,
): RunningCommand | null {
  const writeEnds: number[] = [];
  try {
    const outputs = openPipes(user, writeEnds);
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', ...writeEnds], detached: true, ...user });
    return { child, outputs };
  } catch (error) {
    failed(error);
    return null;
  } finally {
    for (const end of writeEnds) closeSync(end);
  }
}

/**
 * Pipes for the output of the command, whose ends to write to are added to `writeEnds`. Node's own are sockets, which nobody can open by
 * name: a script that writes to `/dev/stdout` or `/dev/stderr`, as `tee /dev/stderr`, would fail.
 */
function openPipes(user: Spec['user'], writeEnds: number[]): Outputs {
  const stdout = partOf('stdout');
  const stderr = partOf('stderr');
  execFileSync('mkfifo', ['-m', '600', stdout, stderr], { env: { PATH: SYSTEM_PATH }, stdio: 'ignore' });
  const open = (name: string): Readable => {
    const fd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
    writeEnds.push(openSync(name, constants.O_WRONLY));
    unlinkSync(name);
    if (user) fchownSync(fd, user.uid, user.gid);
    return new Socket({ fd, readable: true, writable: false });
  };
  return [open(stdout), open(stderr)];
}

/**
 * Calls back once the command has ended and its output is read, or another process holds it open. As in a container, no process of it
 * outlives its first process.
 */
function whenOver(
  { child, outputs }: RunningCommand,
  endLeftovers: () => void,
  over: (exit: Exit, isDrained: boolean) => void,
): void {
  const drained = Promise.all(outputs.map((output) => new Promise((resolve) => output.once('close', resolve))));
  child.once('exit', (exitCode, signal) => {
    const endedAt = Date.now();
    endLeftovers();
    const finish = (isDrained: boolean): void => {
      clearTimeout(late);
      over({ exitCode, signal, endedAt }, isDrained);
    };
    const late = setTimeout(finish, DRAIN_MS, false);
    void drained.then(() => {
      finish(true);
    });
  });
}

/** False once the executor has closed its end. */
let hasStarter = true;

/** Begins the attempt of a folder, unless another supervisor has it or it was given up. */
function begin(name: string): void {
  folder = name;
  if (takeFolder()) supervise();
  else rest();
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => undefined);
let line = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  line += text;
  if (!line.endsWith('\n')) return;
  const name = line.slice(0, -1);
  line = '';
  begin(name);
});
for (const event of ['end', 'error'] as const)
  process.stdin.on(event, () => {
    hasStarter = false;
    if (folder === '') process.exit(0);
  });
begin(process.argv[2] ?? '');
