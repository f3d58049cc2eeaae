/**
 * A reader of a log that is being written loses its connection repeatedly, and parts of the service are killed meanwhile. With the id
 * of the last event it continues: in the end it has every line once, in the order in which each attempt printed them.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inForm } from '#testing/long-form.js';
import { Api } from './support/api.js';
import { eventually } from './support/eventually.js';
import { QuickstartProcess, type ServiceName } from './support/quickstart-process.js';

const TEST_LIMIT_MS = 240_000;
const INDEXES = 2;
/** Lines of one connection, at most, whatever more it could give. */
const LINES_PER_CONNECTION = 37;
const LINES_BETWEEN_KILLS = 150;
const VICTIMS: readonly ServiceName[] = inForm({
  short: ['log-collector', 'api'],
  long: ['log-collector', 'api', 'log-collector', 'api'],
});
const RECONNECT = 'a connection to the log';
const END = 'end';

const line = z.looseObject({ attempt: z.string(), seq: z.number(), text: z.string() });
type Line = z.output<typeof line>;
const requested = z.object({ run: z.object({ id: z.string() }) });

const folder = mkdtempSync(join(tmpdir(), 'carillon-resume-'));
// Commands run as users of their own.
chmodSync(folder, 0o755);
const stopFile = join(folder, 'stop');
const quickstart = QuickstartProcess.inNewFolder();
const api = new Api(() => quickstart.state());

/** Prints numbers until it is told to end. */
const PRINTER = `let n = 0; const { existsSync } = require('node:fs'); setInterval(() => {
  console.log('line ' + ++n); if (existsSync(${JSON.stringify(stopFile)})) process.exit(0); }, 10);`;

beforeAll(async () => {
  await quickstart.start('--empty');
  await api.call('POST', '/tenants', { id: 'resume', name: 'Resume' });
  await api.call('POST', '/workers', {
    id: 'printer',
    name: 'Printer',
    engine: 'process',
    command: [process.execPath, '-e', PRINTER],
  });
  const parallelism = { withCount: INDEXES };
  await api.call('POST', '/jobs', { id: 'print', tenant: 'resume', name: 'Print', worker: 'printer', parallelism });
}, TEST_LIMIT_MS);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await quickstart.dispose();
}, TEST_LIMIT_MS);

/** A reader that behaves as a browser: it returns with the last id that it was given. */
class Reader {
  readonly lines: Line[] = [];
  connections = 0;
  private lastId: string | null = null;
  private hasEnded = false;

  constructor(private readonly run: string) {}

  async untilEnd(): Promise<void> {
    while (!this.hasEnded) {
      const response = await eventually(RECONNECT, () => this.connect().catch(() => null));
      this.connections++;
      // A server that is killed cuts the answer.
      await this.take(response).catch(() => undefined);
    }
  }

  private async connect(): Promise<Response | null> {
    const { apiUrl, token } = quickstart.state();
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const seen = this.lastId === null ? {} : { 'last-event-id': this.lastId };
    const response = await fetch(`${apiUrl}/runs/${this.run}/logs`, { headers: { ...headers, ...seen } });
    return response.ok ? response : null;
  }

  private async take(response: Response): Promise<void> {
    let rest = '';
    let left = LINES_PER_CONNECTION;
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        this.takeEvent(event);
        if (this.hasEnded || (event.includes('event: line') && --left === 0)) return;
      }
    }
  }

  private takeEvent(event: string): void {
    const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(event)?.[1] ?? null;
    this.lastId = field('id') ?? this.lastId;
    if (field('event') === END) this.hasEnded = true;
    else if (field('event') === 'line') this.lines.push(line.parse(JSON.parse(field('data') ?? '')));
  }
}

it(
  'a reader gets every line once and in order in spite of cut connections and deaths of the collector and the api',
  async () => {
    const { run } = requested.parse(await api.call('POST', '/jobs/print/run', {}));
    const reader = new Reader(run.id);
    const reading = reader.untilEnd();
    for (const victim of VICTIMS) {
      const before = reader.lines.length;
      await eventually('more lines', () => reader.lines.length > before + LINES_BETWEEN_KILLS);
      await quickstart.killService(victim);
    }
    writeFileSync(stopFile, '');
    await reading;
    const attempts = [...new Set(reader.lines.map(({ attempt }) => attempt))].sort();
    expect(attempts).toEqual(Array.from({ length: INDEXES }, (_, index) => `${run.id}/0/main/${index}/1`));
    for (const [index, attempt] of attempts.entries()) {
      const stored = await api.request('GET', `/runs/${run.id}/logs?index=${index}`);
      const printed = stored.text.split('\n').slice(0, -1);
      expect(printed).toEqual(printed.map((_, i) => `line ${i + 1}`));
      const read = reader.lines.filter((each) => each.attempt === attempt);
      expect(firstDifference(read, printed)).toBeNull();
    }
    expect(reader.connections).toBeGreaterThan(reader.lines.length / LINES_PER_CONNECTION - 1);
  },
  TEST_LIMIT_MS,
);

/** The first place where the read lines differ from the printed ones, instead of thousands of lines. */
function firstDifference(read: readonly Line[], printed: readonly string[]): object | null {
  const length = Math.max(read.length, printed.length);
  const at = Array.from({ length }, (_, i) => i).find((i) => read[i]?.text !== printed[i] || read[i]?.seq !== i + 1);
  return at === undefined ? null : { at, read: read[at], printed: printed[at], counts: [read.length, printed.length] };
}
