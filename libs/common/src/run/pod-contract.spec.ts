import { Shards, ShardSet } from '../domain/shards.js';
import fc from 'fast-check';
import { attemptOfAnnotations, labelValue, POD_ANNOTATIONS, shardSelector } from './pod-contract.js';

test('a text that is a valid label value stays unchanged', () => {
  expect(labelValue('required.learning_csv-1')).toBe('required.learning_csv-1');
});

test('any text becomes a valid label value', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 200 }), (text) => {
      expect(labelValue(text)).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/);
    }),
  );
});

test('long texts with the same beginning keep different labels', () => {
  const long = 'j'.repeat(63);
  expect(labelValue(`${long}-1700000000`)).not.toBe(labelValue(`${long}-1700000060`));
});

test('the selector names the installation and its shards in order', () => {
  const all = new Shards(512);
  expect(shardSelector('prod', new ShardSet(all, [10, 2]))).toBe(
    'carillon.dev/instance=prod,carillon.dev/shard in (2,10,514,522)',
  );
  expect(shardSelector('prod', new ShardSet(all, all.all))).toBe('carillon.dev/instance=prod');
});

test('an object is ours only if it has a complete attempt id', () => {
  expect(attemptOfAnnotations({ [POD_ANNOTATIONS.attempt]: 'run1/0/main/0/1' })).toBe('run1/0/main/0/1');
  expect(attemptOfAnnotations({ [POD_ANNOTATIONS.attempt]: 'run1' })).toBeNull();
  expect(attemptOfAnnotations(undefined)).toBeNull();
});
