import fc from 'fast-check';
import { asAttemptId } from '../domain/ids.js';
import { mergeLines, newestLines, type LogPart } from './log-order.js';
import type { LogLine, StoredLine } from './output.js';

const ids = ['r/0/main/0/1', 'r/0/main/1/1', 'r/0/main/2/1'].map(asAttemptId);
const byTime = (a: { at: number; attempt: string; seq: number }, b: typeof a): number =>
  a.at - b.at || a.attempt.localeCompare(b.attempt) || a.seq - b.seq;

/** Attempts as lists of chunks, and each chunk as the list of gaps between its lines. */
const attempts = fc.array(
  fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
  { minLength: 1, maxLength: 3 },
);

function partsOf(shape: readonly (readonly (readonly number[])[])[]): LogPart[] {
  return shape.flatMap((chunks, i) => {
    let seq = 0;
    let at = i;
    return chunks.map((steps) => {
      const lines = steps.map((step): LogLine => ({ seq: ++seq, at: (at += step), stream: 'stdout', text: `${seq}` }));
      return partOf(ids[i]!, lines);
    });
  });
}

const partOf = (attempt: (typeof ids)[number], lines: readonly LogLine[]): LogPart => ({
  attempt,
  firstAt: lines[0]!.at,
  lastAt: lines.at(-1)!.at,
  bytes: lines.length,
  lines: () => Promise.resolve(lines),
});

async function linesOf(parts: readonly LogPart[]): Promise<StoredLine[]> {
  const lines = await Promise.all(
    parts.map(async (part) => (await part.lines()).map((line) => ({ attempt: part.attempt, ...line }))),
  );
  return lines.flat();
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}

async function merged(parts: readonly LogPart[], maxOpenBytes?: number): Promise<StoredLine[]> {
  const inOrder = [...parts].sort((a, b) => a.firstAt - b.firstAt);
  const lines: StoredLine[] = [];
  for await (const block of mergeLines(each(inOrder), maxOpenBytes)) lines.push(...block);
  return lines;
}

describe('the lines of several attempts', () => {
  it('come in order of time, each once', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (shape) => {
        const parts = partsOf(shape);
        expect(await merged(parts)).toEqual((await linesOf(parts)).sort(byTime));
      }),
    );
  });

  it('come once though a merge did not remove the chunks that it had merged', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (shape) => {
        const parts = partsOf(shape);
        const expected = (await linesOf(parts)).sort(byTime);
        const first = parts.filter((part) => part.attempt === ids[0]);
        const whole = (await Promise.all(first.map((part) => part.lines()))).flat();
        const others = parts.filter((part) => part.attempt !== ids[0]);
        const withLeftovers = whole.length === 0 ? parts : [partOf(ids[0]!, whole), ...first.slice(1), ...others];
        expect(await merged(withLeftovers)).toEqual(expected);
      }),
    );
  });

  it('are complete, and in order within each attempt, if memory is short', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (shape) => {
        const parts = partsOf(shape);
        const lines = await merged(parts, 3);
        for (const id of ids) {
          const expected = (await linesOf(parts)).filter((line) => line.attempt === id);
          expect(lines.filter((line) => line.attempt === id)).toEqual(expected);
        }
      }),
    );
  });

  it('end with the newest', async () => {
    await fc.assert(
      fc.asyncProperty(attempts, fc.integer({ min: 1, max: 20 }), async (shape, count) => {
        const parts = partsOf(shape);
        const newestFirst = [...parts].sort((a, b) => b.lastAt - a.lastAt);
        const expected = (await linesOf(parts)).sort(byTime).slice(-count);
        expect(await newestLines(each(newestFirst), count, () => true)).toEqual(expected);
      }),
    );
  });

  it('are found by a search beyond the newest', async () => {
    const part = partOf(
      ids[0]!,
      [1, 2, 3].map((seq) => ({ seq, at: seq, stream: 'stdout', text: `${seq}` })),
    );
    expect((await newestLines(each([part]), 5, (line) => line.text === '1')).map(({ seq }) => seq)).toEqual([1]);
  });
});
