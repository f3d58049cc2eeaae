import { asAttemptId } from '#common/domain/ids.js';
import { podMetadataOf } from '#testing/builders/pod-metadata.js';
import { followedPod, type FollowedPod } from '../../core/kubernetes/followed-pod.js';
import { PodStore } from './pod-store.js';

const attempt = asAttemptId('run/0/main/0/1');

function podAt(resourceVersion: string, state: object, restartCount = 0): FollowedPod {
  return followedPod.parse({
    metadata: { ...podMetadataOf(attempt), namespace: 'workers', uid: 'u', resourceVersion },
    spec: {},
    status: { phase: 'Running', containerStatuses: [{ name: 'main', restartCount, state }] },
  });
}

describe('a pod in the store', () => {
  it.each([
    ['its end', podAt('10', { terminated: {} })],
    ['its second round', podAt('10', { running: {} }, 1)],
  ])('keeps %s, which an earlier answer did not contain', (_, newer) => {
    const book = new PodStore();
    book.observe(newer);
    const known = book.find(attempt);
    book.observe(podAt('9', { running: {} }));
    expect(book.find(attempt)).toBe(known);
  });

  it('is known by its newest version, even if that contained nothing new', () => {
    const book = new PodStore();
    for (const version of ['7', '10']) book.observe(podAt(version, { running: {} }, 1));
    book.observe(podAt('9', { running: {} }));
    expect(book.find(attempt)?.state.round).toBe(1);
    book.observe(podAt('11', { terminated: {} }, 1));
    expect(book.find(attempt)?.state.isRoundOver).toBe(true);
  });
});
