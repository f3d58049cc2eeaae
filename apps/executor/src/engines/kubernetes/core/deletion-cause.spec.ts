import { explainedEnd, explainedWait, isUnexplained, isUnexplainedWait, type PodEvent } from './deletion-cause.js';

const end = {
  result: 'deletedByOther',
  at: 1,
  exitCode: 137,
  reason: 'DeletedByOther',
  message: 'somebody deleted the pod: container main exited with 137',
} as const;
const event = (reason: string, message: string): PodEvent => ({ reason, message });

test.each([
  ['preemption', event('Preempted', 'Preempted by workers/urgent on node n1'), 'preempted'],
  ['a taint', event('TaintManagerEviction', 'Marking for deletion Pod workers/a'), 'evicted'],
])('%s is read from the events of the pod', (_what, cause, result) => {
  const events = [event('Scheduled', 'Successfully assigned'), cause, event('Killing', 'Stopping container main')];
  expect(explainedEnd(end, events)).toEqual({ ...end, result, reason: cause.reason, message: cause.message });
});

test('an end that no event explains is not changed', () => {
  const events = [event('Killing', 'Stopping'), event('TaintManagerEviction', 'Cancelling deletion of Pod workers/a')];
  expect(explainedEnd(end, events)).toBe(end);
});

test('only a deletion with an unknown cause needs an explanation', () => {
  expect(isUnexplained(end)).toBe(true);
  expect(isUnexplained({ ...end, result: 'evicted', reason: 'EvictionByEvictionAPI' })).toBe(false);
});

test('a pod whose containers are not made yet waits for what its newest event names', () => {
  const wait = { reason: 'ContainerCreating', message: 'container main waits' };
  const missing = event('FailedMount', 'MountVolume.SetUp failed for volume "key" : secret "key" not found');
  const events = [event('FailedAttachVolume', 'first'), event('Scheduled', 'Successfully assigned'), missing];
  expect(isUnexplainedWait(wait)).toBe(true);
  expect(isUnexplainedWait(missing)).toBe(false);
  expect(explainedWait(wait, events)).toEqual(missing);
  expect(explainedWait(wait, [event('Pulling', 'Pulling image "a"')])).toBe(wait);
});
