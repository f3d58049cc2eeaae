import { asAttemptId } from '../domain/ids.js';
import { Shards, ShardSet } from '../domain/shards.js';
import { PodIndex, type IndexedPod } from './pod-watches.js';

const attempt = asAttemptId('run/0/main/0/1');
const all = new Shards(64);
const everything = new ShardSet(all, all.all);
const pod = (uid: string, namespace = 'workers'): IndexedPod => ({ attempt, pod: { metadata: { uid, namespace } } });

test('an attempt has the pod that was set last, and a copy that goes does not take it along', () => {
  const index = new PodIndex<IndexedPod>();
  const first = pod('a');
  const second = pod('b');
  index.set(first);
  index.set(second);
  expect(index.find(attempt)).toBe(second);
  index.drop(first);
  expect(index.find(attempt)).toBe(second);
  index.drop(pod('b'));
  expect(index.find(attempt)).toBeNull();
});

test('pods of other namespaces and shards are not among those of a namespace', () => {
  const index = new PodIndex<IndexedPod>();
  index.set(pod('a'));
  index.set(pod('b', 'others'));
  expect(index.uidsIn('workers', everything)).toEqual(['a']);
  expect(index.uidsIn('workers', new ShardSet(all, []))).toEqual([]);
  index.keepOnly(new ShardSet(all, []));
  expect(index.all()).toEqual([]);
});
