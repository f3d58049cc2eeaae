import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { indexCountOf, indexEnvironment, indexInfo, indexSourceOf, indexSubstitutions } from './index-source.js';

const matrixOf = (withMatrix: Record<string, string[]>): ReturnType<typeof indexSourceOf> =>
  indexSourceOf({ parallelism: { withMatrix } });

const cells = (source: ReturnType<typeof indexSourceOf>): string[] =>
  Array.from({ length: indexCountOf(source) }, (_, index) =>
    Object.values(indexInfo(source, index).matrix ?? {}).join(''),
  );

describe('indexes', () => {
  it('Furiko 77: a matrix gives every combination, the last key varies fastest', () => {
    expect(cells(matrixOf({ key: ['a', 'b'], num: ['1', '2', '3'] }))).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    expect(indexCountOf(matrixOf({ only: ['x', 'y', 'z'] }))).toBe(3);
    expect(indexCountOf(matrixOf({ a: ['1'], b: ['1'], c: ['1'] }))).toBe(1);
  });

  it('Furiko 78: the order in which the keys of a matrix are written does not matter', () => {
    const one = matrixOf({ key: ['a', 'b'], num: ['1', '2', '3'] });
    const other = matrixOf({ num: ['1', '2', '3'], key: ['a', 'b'] });
    expect(cells(other)).toEqual(cells(one));
    expect(cells(matrixOf({ key: ['a', 'c'], num: ['1', '2', '3'] }))).not.toEqual(cells(one));
  });

  it('of a matrix are all different, and each is computed from its number alone', () => {
    const axis = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    const matrix = fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), axis, { minKeys: 1, maxKeys: 4 });
    fc.assert(
      fc.property(matrix, (withMatrix) => {
        const source = matrixOf(withMatrix);
        const seen = Array.from({ length: indexCountOf(source) }, (_, index) => indexInfo(source, index).matrix);
        expect(new Set(seen.map((cell) => JSON.stringify(cell))).size).toBe(seen.length);
        const keys = Object.keys(withMatrix).sort();
        // The plain model: nested loops, the last key innermost.
        const expected = keys.reduce<Record<string, string>[]>(
          (rows, key) => rows.flatMap((row) => (withMatrix[key] ?? []).map((value) => ({ ...row, [key]: value }))),
          [{}],
        );
        expect(seen).toEqual(expected);
      }),
      { numRuns: worlds(200) },
    );
  });

  it.each([
    ['one if nothing is given', {}, { kind: 'single' }, 1],
    ['replicas', { replicas: 0 }, { kind: 'replicas', count: 0 }, 0],
    ['completions, with maxActive beside it', { completions: 4, parallelism: { maxActive: 3 } }, { count: 4 }, 4],
    ['a count', { parallelism: { withCount: 7 } }, { kind: 'withCount', count: 7 }, 7],
    ['keys', { parallelism: { withKeys: ['x', 'y'] } }, { kind: 'withKeys' }, 2],
    ['keys beside an empty matrix', { parallelism: { withKeys: ['x'], withMatrix: {} } }, { kind: 'withKeys' }, 1],
    [
      'a matrix beside empty keys',
      { parallelism: { withKeys: [], withMatrix: { a: ['x'] } } },
      { kind: 'withMatrix' },
      1,
    ],
    [
      'a work queue',
      { completions: null, completionMode: 'NonIndexed', parallelism: { maxActive: 5 } },
      { kind: 'workQueue', slots: 5 },
      5,
    ],
  ] as const)('come from %s', (_case, fields, source, count) => {
    const given = indexSourceOf(fields as Parameters<typeof indexSourceOf>[0]);
    expect(given).toMatchObject(source);
    expect(indexCountOf(given)).toBe(count);
  });
});

describe('the index in the environment of an attempt', () => {
  it('is the number, the key and each matrix key as a variable', () => {
    const source = matrixOf({ os: ['linux', 'mac'], 'node-version': ['22', '24'] });
    expect(indexEnvironment({ source, isIndexed: true }, 1)).toEqual({
      JOB_COMPLETION_INDEX: '1',
      TASK_INDEX_KEY: '',
      TASK_INDEX_NODE_VERSION: '22',
      TASK_INDEX_OS: 'mac',
    });
    expect(Object.fromEntries(indexSubstitutions({ source, isIndexed: true }, 2))).toEqual({
      'task.index_num': '2',
      'task.index_key': '',
      'task.index_matrix.node-version': '24',
      'task.index_matrix.os': 'linux',
    });
  });

  it('is the key of a keyed index', () => {
    const task = { source: indexSourceOf({ parallelism: { withKeys: ['eu', 'us'] } }), isIndexed: true };
    expect(indexEnvironment(task, 1)).toEqual({ JOB_COMPLETION_INDEX: '1', TASK_INDEX_KEY: 'us' });
    expect(indexSubstitutions(task, 0).get('task.index_key')).toBe('eu');
  });

  it('is left out if attempts are alike', () => {
    const task = { source: indexSourceOf({ completions: 3 }), isIndexed: false };
    expect(indexEnvironment(task, 1)).toEqual({});
    expect(indexSubstitutions(task, 1).get('task.index_num')).toBe('');
  });
});
