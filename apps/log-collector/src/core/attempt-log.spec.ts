import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import type { LogLine } from '#common/run/output.js';
import { NO_PROGRESS } from '#common/run/output.js';
import { AttemptLog, type ChunkDraft, type LogRules, type LogTail, type StorageSave } from './attempt-log.js';
import { LineFramer } from './line-framer.js';
import { secretMask } from '#common/domain/secret-mask.js';
import type { SourceBlock, SourceLine } from './source.js';

const START: LogTail = { nextChunk: 1, nextSeq: 1, lastAt: 0, progress: NO_PROGRESS };
const RULES: LogRules = {
  mask: secretMask(['hunter2']),
  maxBytes: 1_000_000,
  run: { maxBytes: 1e9, leftBytes: 1e9 },
};
const NOW = 50_000;

const line = (text: string, at = 1_000, omittedBytes = 0): SourceLine => ({ at, stream: 'stdout', text, omittedBytes });
const blockOf = (lines: readonly SourceLine[], position = '1'): SourceBlock => ({
  lines: [...lines],
  position,
  gap: null,
});
const textsOf = (lines: readonly LogLine[]): string[] => lines.map(({ text }) => text);

function logOf(lines: readonly SourceLine[], rules = RULES): AttemptLog {
  const log = new AttemptLog(START, rules);
  log.take(blockOf(lines), NOW);
  return log;
}

describe('the log of an attempt', () => {
  it('numbers lines from 1 without gaps, and its times never decrease', () => {
    const log = logOf([line('a', 2_000), line('b', 1_500), line('c', 3_000)]);
    expect(log.cutChunk()?.lines).toEqual([
      { seq: 1, at: 2_000, stream: 'stdout', text: 'a' },
      { seq: 2, at: 2_000, stream: 'stdout', text: 'b' },
      { seq: 3, at: 3_000, stream: 'stdout', text: 'c' },
    ]);
  });

  it('continues after the former chunk', () => {
    const log = logOf([line('a')]);
    const first = log.cutChunk();
    log.take(blockOf([line('b')], '2'), NOW);
    const second = log.cutChunk();
    expect([first?.chunk, second?.chunk]).toEqual([1, 2]);
    expect(second?.lines[0]?.seq).toBe(2);
    expect([first?.progress.position, second?.progress.position]).toEqual(['1', '2']);
    expect(log.cutChunk()).toBeNull();
  });

  it('removes storage lines from the log and passes them on with the number of their line', () => {
    const log = logOf([
      line('a'),
      line('[saveJobStorage] {"n": 1}'),
      { ...line('[saveJobStorage] 2'), stream: 'stderr' },
    ]);
    expect(textsOf(log.pendingLines)).toEqual(['a']);
    expect(log.takeSaves()).toEqual([
      { name: { line: 2 }, at: 1_000, value: { n: 1 } },
      { name: { line: 3 }, at: 1_000, value: 2 },
    ]);
    expect(log.takeSaves()).toEqual([]);
  });

  it('keeps a malformed storage line as a line, masked, with a warning after it', () => {
    const log = logOf([line('[saveJobStorage] {"password": hunter2}')]);
    expect(log.pendingLines.map(({ stream, text }) => [stream, text])).toEqual([
      ['stdout', '[saveJobStorage] {"password": ***}'],
      ['system', '[job storage not changed: [saveJobStorage]: the text after it is not valid JSON]'],
    ]);
    expect(log.takeSaves()).toEqual([]);
  });

  it('names the saves of a callback by its key', () => {
    const log = new AttemptLog(START, RULES);
    log.takeCallback([line('a'), line('[saveJobStorage] 1')], 'k');
    expect(log.takeSaves()).toEqual([{ name: { callback: 'k#1' }, at: 1_000, value: 1 }]);
    expect(log.cutChunk()?.callbacks).toEqual(['k']);
  });

  it('cuts a long line with a visible marker that contains its true size', () => {
    const [cut, other] = logOf([line('x'.repeat(20_000)), line('é'.repeat(10_000), 1_000, 5)]).pendingLines;
    expect(cut?.text).toBe(`${'x'.repeat(16_384)} [cut: the line has 20000 bytes]`);
    expect(other?.text).toBe(`${'é'.repeat(8_192)} [cut: the line has 20005 bytes]`);
  });

  it('keeps the last state of progress that is written over itself, as a terminal shows it', () => {
    const progress = Array.from({ length: 5_000 }, (_, at) => `${at} of 5000`).join('\r');
    const lines = logOf([
      line(progress),
      line(`${'x'.repeat(20_000)}\r`),
      line(`a\r${'é'.repeat(9_000)}`),
    ]).pendingLines;
    expect(textsOf(lines)).toEqual([
      `4999 of 5000 [cut: the line has ${progress.length} bytes]`,
      `${'x'.repeat(16_384)} [cut: the line has 20001 bytes]`,
      `${'é'.repeat(8_192)} [cut: the line has 18002 bytes]`,
    ]);
  });

  it('leaves a line of exactly the limit whole', () => {
    expect(textsOf(logOf([line('x'.repeat(16_384))]).pendingLines)).toEqual(['x'.repeat(16_384)]);
  });

  it('stores no more lines at the size limit, reports this once, counts the rest and still handles storage lines', () => {
    const log = logOf([line('12345'), line('12345'), line('123456'), line('[saveJobStorage] 1'), line('1')], {
      ...RULES,
      maxBytes: 12,
    });
    expect(textsOf(log.pendingLines)).toEqual([
      '12345',
      '12345',
      "[size limit: the attempt's 12 bytes are used up, the rest is not kept]",
    ]);
    expect(log.takeSaves()).toHaveLength(1);
    expect(log.close(null, NOW)).toEqual({ complete: false, reason: 'SizeLimit' });
    expect(log.pendingLines.at(-1)?.text).toBe('[size limit: 2 lines (7 bytes) not kept]');
  });

  it('shares the limit of the run with the other attempts', () => {
    const run = { maxBytes: 10, leftBytes: 10 };
    const logs = [new AttemptLog(START, { ...RULES, run }), new AttemptLog(START, { ...RULES, run })];
    for (const log of logs) log.take(blockOf([line('12'), line('345')]), NOW);
    for (const log of logs) log.take(blockOf([line('6')]), NOW);
    const limited = "[size limit: the run's 10 bytes are used up, the rest is not kept]";
    expect(logs.map((log) => textsOf(log.pendingLines))).toEqual([
      ['12', '345', limited],
      ['12', '345', limited],
    ]);
    logs[0]!.discard();
    expect(run.leftBytes).toBe(5);
  });

  it('does not announce the size limit again after a restart', () => {
    const rules = { ...RULES, maxBytes: 12 };
    const before = logOf([line('12345'), line('12345'), line('123456')], rules).cutChunk();
    const log = new AttemptLog(tailAfter(before!), rules);
    log.take(blockOf([line('1')]), NOW);
    expect(log.hasPending).toBe(false);
  });

  it('marks a gap where it is and keeps its reason to the end', () => {
    const log = logOf([line('a')]);
    log.take({ ...blockOf([line('d', 4_000)]), gap: { reason: 'Rotated', message: 'b to c are lost' } }, NOW);
    expect(textsOf(log.pendingLines)).toEqual(['a', '[gap: b to c are lost]', 'd']);
    expect(log.pendingLines[1]).toMatchObject({ at: 4_000, stream: 'system' });
    const later = new AttemptLog(tailAfter(log.cutChunk()!), RULES);
    expect(later.close(null, NOW)).toEqual({ complete: false, reason: 'Rotated' });
  });

  it('is complete if nothing is missing', () => {
    expect(logOf([line('a')]).close(null, NOW)).toEqual({ complete: true, reason: null });
  });
});

function tailAfter(draft: ChunkDraft): LogTail {
  const last = draft.lines.at(-1);
  return { nextChunk: draft.chunk + 1, nextSeq: (last?.seq ?? 0) + 1, lastAt: last?.at ?? 0, progress: draft.progress };
}

/** The durable state of an attempt: the chunks, and the saves by name. */
interface Durable {
  readonly chunks: ChunkDraft[];
  readonly saves: Map<string, unknown>;
}

/**
 * Reads the source in blocks and stores chunks as the collector does, and dies at the given step: `dieAt` counts the steps
 * (take, save, store). Returns false if it died.
 */
function collect(
  source: readonly SourceLine[],
  durable: Durable,
  steps: { blockSize: number; flushEvery: number; dieAt: number },
): boolean {
  let left = steps.dieAt;
  const alive = (): boolean => left-- > 0;
  const last = durable.chunks.at(-1);
  const log = new AttemptLog(last ? tailAfter(last) : START, { ...RULES, maxBytes: 400 });
  const flush = (): boolean => {
    const saves = log.takeSaves();
    const draft = log.cutChunk();
    if (!alive()) return false;
    for (const save of saves) durable.saves.set(nameOf(save), save.value);
    if (!alive()) return false;
    if (draft) durable.chunks.push(draft);
    return true;
  };
  for (let at = Number(last?.progress.position ?? 0), n = 1; at < source.length; at += steps.blockSize, n++) {
    if (!alive()) return false;
    const lines = source.slice(at, at + steps.blockSize);
    log.take(blockOf(lines, String(at + lines.length)), NOW);
    if (n % steps.flushEvery === 0 && !flush()) return false;
  }
  log.close(null, NOW);
  return flush();
}

const nameOf = (save: StorageSave): string => JSON.stringify(save.name);
const storedLines = (durable: Durable): LogLine[] => durable.chunks.flatMap((chunk) => chunk.lines);
const fresh = (): Durable => ({ chunks: [], saves: new Map() });

describe('a collector that dies and continues', () => {
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.string({ maxLength: 20 }).map((s) => s.replaceAll('\n', '')) },
    { weight: 1, arbitrary: fc.nat(99).map((n) => `[saveJobStorage] ${n}`) },
    { weight: 1, arbitrary: fc.constant('[saveJobStorage] {') },
  );
  const source = fc.array(
    fc.record({ text, at: fc.integer({ min: 0, max: 1_000 }) }).map(({ text, at }) => line(text, at)),
    { maxLength: 60 },
  );
  const life = fc.record({
    blockSize: fc.integer({ min: 1, max: 10 }),
    flushEvery: fc.integer({ min: 1, max: 5 }),
    dieAt: fc.integer({ min: 0, max: 40 }),
  });

  it('stores every line and every save once and in order, wherever it dies and however blocks are cut', () => {
    fc.assert(
      fc.property(source, fc.array(life, { maxLength: 8 }), (lines, lives) => {
        const undisturbed = fresh();
        collect(lines, undisturbed, { blockSize: 7, flushEvery: 3, dieAt: Infinity });
        const durable = fresh();
        const finished = lives.some((each) => collect(lines, durable, each));
        if (!finished) collect(lines, durable, { blockSize: 4, flushEvery: 2, dieAt: Infinity });
        expect(storedLines(durable)).toEqual(storedLines(undisturbed));
        expect(storedLines(durable).map(({ seq }) => seq)).toEqual(storedLines(durable).map((_, i) => i + 1));
        expect(durable.saves).toEqual(undisturbed.saves);
      }),
      { numRuns: worlds(250) },
    );
  });
});

const KEY_FILE = [
  '-----BEGIN PRIVATE KEY-----',
  ...Array.from({ length: 6 }, (_, i) => `${'Kq7vZ0pXw3TgB9'.repeat(4)}${i}/+a`),
  'nB3w==',
  '-----END PRIVATE KEY-----',
];

describe('a key file that an attempt prints', () => {
  const prefix = fc.constantFrom('', '    ', '\t');
  const noise = fc.array(fc.stringMatching(/^[a-z ]{0,12}$/), { maxLength: 4 });
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 });
  const printed = (before: readonly string[], indent: string, after: readonly string[]): string[] => [
    ...before,
    ...KEY_FILE.map((part) => `${indent}${part}`),
    ...after,
  ];

  /** The log of these bytes, which arrive in reads of these sizes; a chunk is cut after each odd size. */
  function logged(text: string, reads: readonly number[], maxLineBytes: number): string[] {
    const framer = new LineFramer(maxLineBytes);
    const log = new AttemptLog(START, { ...RULES, mask: secretMask([`${KEY_FILE.join('\n')}\n`]) });
    const bytes = new TextEncoder().encode(text);
    const stored: LogLine[] = [];
    const store = (): void => {
      stored.push(...(log.cutChunk()?.lines ?? []));
    };
    for (let at = 0, n = 0; at < bytes.length; n++) {
      const size = reads[n % reads.length] ?? 1;
      const lines = framer.push(bytes.subarray(at, at + size));
      log.take(blockOf(lines.map((framed) => line(framed.text, 1_000, framed.omittedBytes))), NOW);
      if (size % 2 === 1) store();
      at += size;
    }
    store();
    return textsOf(stored);
  }

  it('shows none of its lines, wherever reads and chunks are cut', () => {
    fc.assert(
      fc.property(noise, prefix, noise, sizes, (before, indent, after, reads) => {
        const text = `${printed(before, indent, after).join('\n')}\n`;
        const hidden = [...before, ...KEY_FILE.map(() => '***'), ...after];
        expect(logged(text, reads, 1_000).map((each) => each.trim())).toEqual(hidden.map((each) => each.trim()));
      }),
      { numRuns: worlds(120) },
    );
  });

  it('shows no part of itself as JSON in one line, wherever that line is cut', () => {
    fc.assert(
      fc.property(noise, sizes, fc.integer({ min: 20, max: 700 }), (before, reads, maxLineBytes) => {
        const text = `${before.join('')}${JSON.stringify(KEY_FILE.join('\n'))}\n`;
        const shown = logged(text, reads, maxLineBytes)
          .join('\n')
          .replace(/ \[cut: .*\]$/, '');
        expect(shown).not.toMatch(/[A-Z0-9]{2}/);
      }),
      { numRuns: worlds(120) },
    );
  });
});
