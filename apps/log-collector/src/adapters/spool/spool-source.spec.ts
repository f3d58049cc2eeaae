import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '#common/clock/clock.js';
import { asAttemptId, attemptSegment } from '#common/domain/ids.js';
import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import { SpoolSource } from './spool-source.js';

const ATTEMPT = asAttemptId('run/0/main/0/1');
const LINE = 'x'.repeat(1_000);
const LINES = Math.ceil((2.5 * MAX_SOURCE_BLOCK_BYTES) / LINE.length);

let root: string;
let source: SpoolSource;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'carillon-spool-'));
  source = new SpoolSource(root, systemClock, pino({ level: 'silent' }));
  const folder = join(root, attemptSegment(ATTEMPT));
  await mkdir(folder);
  await writeFile(join(folder, 'output.log'), `1000 o ${LINE}\n`.repeat(LINES));
  await writeFile(join(folder, 'exit.json'), '{}');
});
afterEach(async () => rm(root, { recursive: true, force: true }));

/** Reads an ended attempt, and requests a stop after this number of blocks. */
async function read(stopAfter: number): Promise<{ readonly lines: number; readonly end: unknown }> {
  const stop = new AbortController();
  const ended = new AbortController();
  ended.abort();
  const control = { stop: stop.signal, attemptEnded: ended.signal, admit: () => Promise.resolve() };
  const blocks = source.read(ATTEMPT, null, control);
  for (let [count, lines] = [0, 0]; ;) {
    if (count++ === stopAfter) stop.abort();
    const next = await blocks.next();
    if (next.done) return { lines, end: next.value };
    lines += next.value.lines.length;
  }
}

test('the output of an ended attempt is read to its end', async () => {
  expect(await read(Infinity)).toEqual({ lines: LINES, end: { gap: null } });
});

test.each([0, 1, 2])(
  'a stop after block %i of ended output is not the end: the rest is still to be read',
  async (blocks) => {
    const { lines, end } = await read(blocks);
    expect(lines).toBeLessThan(LINES);
    expect(end).toBeUndefined();
  },
);

test('a start that is withdrawn before it had output leaves no gap: the output of a later start is read', async () => {
  const folder = join(root, attemptSegment(ATTEMPT));
  const control = { stop: new AbortController().signal, attemptEnded: new AbortController().signal };
  const begin = (): ReturnType<SpoolSource['read']> =>
    source.read(ATTEMPT, null, { ...control, admit: () => Promise.resolve() });
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const undone = begin().next();
  await rm(folder, { recursive: true });
  expect(await undone).toEqual({ done: true, value: undefined });

  await mkdir(folder);
  await writeFile(join(folder, 'output.log'), '1000 o printed after all\n');
  const blocks = begin();
  const first = await blocks.next();
  expect(first.done === true ? [] : first.value.lines.map(({ text }) => text)).toEqual(['printed after all']);
  await blocks.return(undefined);
});

test('the time of the last output is that of the last change of the file; there is none while the file is empty or missing', async () => {
  const file = join(root, attemptSegment(ATTEMPT), 'output.log');
  await utimes(file, 1_700_000_000, 1_700_000_000);
  expect(await source.lastWrittenAt(ATTEMPT)).toBe(1_700_000_000_000);
  await writeFile(file, '');
  expect(await source.lastWrittenAt(ATTEMPT)).toBeNull();
  await rm(file);
  expect(await source.lastWrittenAt(ATTEMPT)).toBeNull();
});
