import { examinedBy, stageOf } from './explain.js';

describe('stageOf', () => {
  it('gives an index, a sort and a limit their usual names, and leaves wrappers out', () => {
    const scan = { 'Node Type': 'Index Scan', 'Index Name': 'a_1', 'Index Cond': '(document @= ...)' };
    const plan = {
      'Node Type': 'Limit',
      Plans: [{ 'Node Type': 'Custom Scan', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] }],
    };
    expect(stageOf(plan, false)).toEqual({
      stage: 'LIMIT',
      inputStage: { stage: 'SORT', inputStage: { stage: 'IXSCAN', indexName: 'a_1' } },
    });
  });

  it('recognises a walk over the whole key, unless its order is requested', () => {
    const walk = { 'Node Type': 'Index Scan', 'Index Name': '_id_', 'Index Cond': '(shard_key_value = 7)' };
    expect(stageOf(walk, false)).toEqual({ stage: 'COLLSCAN' });
    expect(stageOf(walk, true)).toEqual({ stage: 'IXSCAN', indexName: '_id_' });
    const found = { ...walk, 'Index Cond': '((shard_key_value = 7) AND (object_id = ...))' };
    expect(stageOf(found, false)).toEqual({ stage: 'IXSCAN', indexName: '_id_' });
  });
});

describe('examinedBy', () => {
  it('counts what scans returned and what they rejected', () => {
    const bitmap = { 'Node Type': 'Bitmap Index Scan', 'Actual Rows': 500, 'Actual Loops': 1 };
    const scan = {
      'Node Type': 'Bitmap Heap Scan',
      'Actual Rows': 1,
      'Actual Loops': 1,
      'Rows Removed by Filter': 499,
      Plans: [bitmap],
    };
    expect(examinedBy({ 'Node Type': 'Limit', Plans: [scan] })).toBe(500);
  });
});
