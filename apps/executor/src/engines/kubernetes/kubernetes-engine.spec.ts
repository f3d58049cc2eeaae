import type { ShardSet } from '#common/domain/shards.js';
import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { systemClock } from '#common/clock/clock.js';
import { asRunId, type AttemptId } from '#common/domain/ids.js';
import { everyShard, shardOf, shards, someShards } from '#testing/shards.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { Metrics } from '#common/metrics/catalogue.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { FakeNode, type PodScript } from '#testing/fake-api-server/fake-node.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import { until } from '#testing/until.js';
import type { Run } from '#common/run/run.js';
import { type AttemptRef, type ContainerLaunch, type Observation, type StopRequest, Engines } from '../engine.js';
import { OrphanSweep } from '../../sweeps/orphan-sweep.js';
import { type KubernetesEngine, kubernetesEngineOf } from './kubernetes-engine.js';
import { type ShardView, CLOSED_AFTER_MS } from '#common/kubernetes/pod-watches.js';

const log = pino({ level: 'silent' });

class OwnShards implements ShardView {
  private readonly listeners = new Set<() => void>();
  constructor(private shards: ShardSet = everyShard) {}
  owned(): ShardSet {
    return this.shards;
  }
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  become(shards: ShardSet): void {
    this.shards = shards;
    for (const listener of this.listeners) listener();
  }
}

let api: FakeApiServer;
let node: FakeNode;
let engine: KubernetesEngine;
let client: ApiClient;
let script: PodScript;
let seen: Observation[];
let runs = 0;
/** How far the clock of the engine is ahead of that of the cluster. */
let aheadMs = 0;
let otherEngines: KubernetesEngine[] = [];
let tenantsOwn: readonly string[] = [];

const clock = {
  ...systemClock,
  now: () => Date.now() + aheadMs,
  monotonic: () => systemClock.monotonic() + aheadMs,
};

const connect = (): ApiClient => {
  const settings = { kubeconfig: null, host: api.url, port: 443, token: 'secret-token', ca: null };
  const rest = { namespace: 'workers', requestsPerSecond: 0, instance: 'carillon', nodeLostMs: 2_000 };
  const tools = { clock: systemClock, metrics: new Metrics('executor', '0'), random: () => 0 };
  return new ApiClient({ ...settings, ...rest }, tools);
};

const makeEngine = (over: ApiClient, shards: ShardView = new OwnShards()): KubernetesEngine => {
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const naming = { digest, tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)] };
  const settings = { instance: 'carillon', nodeLostMs: 2_000 };
  const tenantNamespaces = (): Promise<readonly string[]> => Promise.resolve(tenantsOwn);
  return kubernetesEngineOf(naming, { ...settings, client: over, shards, tenantNamespaces, clock, log });
};

beforeEach(async () => {
  api = await FakeApiServer.start();
  script = { startAfterMs: 0, runMs: 20 };
  node = new FakeNode(api, () => script);
  node.start();
  seen = [];
  aheadMs = 0;
  tenantsOwn = [];
  client = connect();
  engine = makeEngine(client);
  await engine.open((observation) => seen.push(observation));
});

afterEach(async () => {
  await Promise.all([engine, ...otherEngines].map((each) => each.close()));
  otherEngines = [];
  node.stop();
  await api.close();
});

/** The engine of the next process, after the first process has died. */
async function restart(): Promise<void> {
  await engine.close();
  client = connect();
  engine = makeEngine(client);
  seen = [];
  await engine.open((observation) => seen.push(observation));
}

function aLaunch(over: Partial<ContainerLaunch> = {}): ContainerLaunch {
  const key = { run: asRunId(`job1-${1_700_000_000 + runs++}`), generation: 0, task: 'main', index: 0, attempt: 1 };
  return aContainerLaunch(over, key);
}

const refOf = ({ attempt }: ContainerLaunch, stoppedAt: number | null = null): AttemptRef => ({
  attempt,
  host: 'h',
  name: null,
  stoppedAt,
});
const stopOf = (launch: ContainerLaunch, over: Partial<StopRequest> = {}): StopRequest => ({
  ...refOf(launch),
  force: false,
  graceSeconds: 30,
  reason: 'aborted',
  cancel: null,
  ...over,
});
const of = <T extends Observation['type']>(type: T, attempt: AttemptId): Extract<Observation, { type: T }>[] =>
  seen.filter((one): one is Extract<Observation, { type: T }> => one.type === type && one.attempt === attempt);
const ended = async ({ attempt }: ContainerLaunch): Promise<Extract<Observation, { type: 'ended' }>> =>
  until('the end', () => of('ended', attempt)[0]);
const started = async ({ attempt }: ContainerLaunch): Promise<void> => {
  await until('the start', () => of('started', attempt).length > 0);
};

async function aStarted(): Promise<ContainerLaunch> {
  const launch = aLaunch();
  await engine.start(launch);
  await started(launch);
  return launch;
}
const podOf = ({ attempt }: ContainerLaunch): KubeObject | undefined =>
  api.pods().find(({ metadata }) => metadata.annotations?.['carillon.dev/attempt-id'] === attempt);
const secretEnv = { plain: {}, secret: { JOB_SECURE_PARAMS: '{"a":1}' } };

describe('an attempt', () => {
  test('is created, starts, ends and leaves no objects behind', async () => {
    const launch = aLaunch();
    const made = await engine.start(launch);
    expect(made).toEqual({ type: 'created', node: null, name: podOf(launch)?.metadata.name });
    expect(await ended(launch)).toMatchObject({ node: 'fake-node', end: { result: 'succeeded', exitCode: 0 } });
    expect(of('started', launch.attempt)).toHaveLength(1);
    expect(podOf(launch)?.metadata.finalizers).toEqual(['carillon.dev/result']);
    await engine.cleanUp(launch.attempt);
    expect(api.pods()).toEqual([]);
  });

  test('needs three requests beside the watch', async () => {
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    await engine.cleanUp(launch.attempt);
    const kinds = api.requests.map(({ verb, resource }) => `${verb} ${resource}`);
    expect(kinds.filter((kind) => kind !== 'list pods' && kind !== 'watch pods')).toEqual([
      'create pods',
      'patch pods',
      'delete pods',
    ]);
  });

  test('is removed once, even if its removal is requested several times', async () => {
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    await Promise.all([engine.cleanUp(launch.attempt), engine.cleanUp(launch.attempt)]);
    await engine.cleanUp(launch.attempt);
    expect([api.countOf('patch pods'), api.countOf('delete pods'), api.countOf('list secrets')]).toEqual([1, 1, 0]);
  });

  test('that is being removed is not listed for removal again', async () => {
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    expect(await engine.existing(everyShard)).toEqual([launch.attempt]);
    const removal = engine.cleanUp(launch.attempt);
    expect(await engine.existing(everyShard)).toEqual([]);
    await removal;
  });

  test('that ends with many others is removed with few requests', async () => {
    const launches = Array.from({ length: 20 }, () => aLaunch());
    await Promise.all(launches.map((launch) => engine.start(launch)));
    await Promise.all(launches.map(ended));
    await Promise.all(launches.map(({ attempt }) => engine.cleanUp(attempt)));
    expect(api.pods()).toEqual([]);
    expect(api.countOf('delete pods')).toBe(0);
    expect(api.countOf('deletecollection pods')).toBeLessThan(launches.length / 4);
  });

  test('that fails reports its exit code', async () => {
    script = { runMs: 10, exitCode: 3 };
    const launch = aLaunch();
    await engine.start(launch);
    expect((await ended(launch)).end).toMatchObject({ result: 'failed', exitCode: 3, reason: 'ExitCode' });
  });

  test('that waits for its image reports this once, even if the message changes', async () => {
    script = { waiting: { reason: 'ErrImagePull', message: 'not found' } };
    aheadMs = 20_000;
    const launch = aLaunch();
    await engine.start(launch);
    const troubles = (): Observation[] =>
      of('waiting', launch.attempt).filter(({ reason }) => reason.includes('Image'));
    await until('the trouble', () => troubles().length > 0);
    const pod = podOf(launch)!;
    const statuses = [{ name: 'main', state: { waiting: { reason: 'ImagePullBackOff', message: 'back-off' } } }];
    const changed = api.store.update('pods', { ...pod, status: { ...pod.status, containerStatuses: statuses } });
    api.store.update('pods', { ...changed, status: { ...changed.status, message: 'still' } });
    await engine.stop(stopOf(launch, { reason: 'startDeadline' }));
    expect((await ended(launch)).end).toMatchObject({
      result: 'imagePull',
      reason: 'ImagePullBackOff',
      message: 'the pod was waiting: ImagePullBackOff: back-off: not found',
    });
    expect(troubles()).toMatchObject([{ reason: 'ErrImagePull', message: 'not found' }]);
  });

  test.each([
    ['its image', 'ErrImagePull', { result: 'imagePull', reason: 'ErrImagePull' }],
    [
      'a missing object',
      'CreateContainerConfigError',
      { result: 'startRefused', reason: 'CreateContainerConfigError' },
    ],
  ])('that waits for %s until it is removed by force tells why, and has no exit code', async (_what, reason, want) => {
    script = { waiting: { reason, message: 'not found' } };
    const launch = aLaunch();
    await engine.start(launch);
    await until('the wait', () => podOf(launch)?.status?.['containerStatuses']);
    await engine.recover([refOf(launch)]);
    await engine.stop(stopOf(launch, { reason: 'startDeadline', graceSeconds: 0, force: true }));
    expect((await ended(launch)).end).toMatchObject({
      ...want,
      message: `the pod was waiting: ${reason}: not found`,
      exitCode: null,
    });
  });

  test('that waits for a volume reports the obstacle, which only an event names', async () => {
    script = { waiting: { reason: 'ContainerCreating', message: '' } };
    const launch = aLaunch();
    await engine.start(launch);
    await until('the wait', () => podOf(launch)?.status?.['containerStatuses']);
    const message = 'MountVolume.SetUp failed for volume "key" : secret "key" not found';
    api.tellOf(podOf(launch)!, 'FailedMount', message);
    aheadMs = 20_000;
    await until('the obstacle', () => of('waiting', launch.attempt).some(({ reason }) => reason === 'FailedMount'));
    expect(of('waiting', launch.attempt)).toMatchObject([
      { reason: 'ContainerCreating', message: 'container main waits' },
      { reason: 'FailedMount', message },
    ]);
  });

  test('is started once, even if its start is requested several times', async () => {
    const launch = aLaunch();
    script = {};
    const answers = await Promise.all([engine.start(launch), engine.start(launch)]);
    expect(answers.map(({ type }) => type)).toEqual(['created', 'created']);
    expect(await engine.start(launch)).toMatchObject({ type: 'alreadyStarted' });
    expect(api.countOf('create pods')).toBe(1);
  });

  test('is started with a template that only its tenant may use', async () => {
    const podTemplates = [{ spec: { hostNetwork: true } }];
    const launch = aLaunch({ podTemplates, templatePaths: ['spec.hostNetwork'] });
    expect(await engine.start(launch)).toMatchObject({ type: 'created' });
    const other = aLaunch({ podTemplates: [{ spec: { nodeSelector: { disk: 'ssd' } } }], templatePaths: [] });
    expect(await engine.start(other)).toMatchObject({ reason: 'PodTemplateRefused' });
  });

  test('is refused with the field that its template may not contain', async () => {
    const launch = aLaunch({ podTemplates: [{ spec: { hostNetwork: true } }] });
    expect(await engine.start(launch)).toEqual({
      type: 'refused',
      retryable: false,
      reason: 'PodTemplateRefused',
      message: 'podTemplate.spec.hostNetwork is not allowed in a pod template',
    });
    expect(api.countOf('create pods')).toBe(0);
  });

  test('is refused with the field of its template that Kubernetes does not know', async () => {
    const launch = aLaunch({ podTemplates: [{ spec: { containers: [{ name: 'main', resources: { limit: {} } }] } }] });
    expect(await engine.start(launch)).toEqual({
      type: 'refused',
      retryable: false,
      reason: 'BadRequest',
      message: 'strict decoding error: /spec/containers/0/resources/limit is an unknown field',
    });
  });

  test('in a missing namespace is refused and may be tried again', async () => {
    expect(await engine.start(aLaunch({ namespace: 'nowhere' }))).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: 'NamespaceMissing',
    });
  });

  test('in a namespace without access does not prevent the recovery of others', async () => {
    api.closedNamespaces.add('closed');
    expect(await engine.start(aLaunch({ namespace: 'closed' }))).toMatchObject({
      reason: 'Forbidden',
      retryable: true,
    });
    const launch = aLaunch();
    // The API server may have just started: a request that it refuses now may be allowed a moment later.
    await expect(engine.recover([refOf(launch)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    aheadMs = CLOSED_AFTER_MS;
    expect(await engine.recover([refOf(launch)])).toEqual([{ type: 'absent', attempt: launch.attempt }]);
    expect(await engine.existing(everyShard)).toEqual([]);
  });

  test('beyond the quota waits', async () => {
    api.podQuota = 0;
    expect(await engine.start(aLaunch())).toMatchObject({ type: 'refused', retryable: true, reason: 'QuotaExceeded' });
  });

  test('whose start deadline has passed is not started', async () => {
    expect(await engine.start(aLaunch({ startBy: Date.now() - 1 }))).toMatchObject({
      type: 'refused',
      reason: 'Withdrawn',
    });
    expect(api.countOf('create pods')).toBe(0);
  });
});

describe('stopping', () => {
  test('ends the pod by its deadline, so that its log stays readable until the pod is cleaned up', async () => {
    script = { prints: ['hello'], onTerm: { exitCode: 143, afterMs: 20 } };
    const launch = await aStarted();
    expect(await engine.stop(stopOf(launch))).toEqual({ type: 'stopping' });
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByUs', exitCode: 143, reason: 'Stopped' });
    const { metadata } = podOf(launch)!;
    expect(metadata).not.toHaveProperty('deletionTimestamp');
    expect(typeof api.logs.open(metadata.uid, new URLSearchParams())).toBe('object');
  });

  test('by force ends a worker that ignores the signal', async () => {
    script = {};
    const launch = await aStarted();
    expect(await engine.stop(stopOf(launch))).toEqual({ type: 'stopping' });
    expect(of('ended', launch.attempt)).toEqual([]);
    expect(await engine.stop(stopOf(launch, { force: true }))).toEqual({ type: 'stopping' });
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByUs', exitCode: 137 });
    await engine.cleanUp(launch.attempt);
    expect(api.pods()).toEqual([]);
  });

  test('grants a longer grace period than that of the pod', async () => {
    script = { onTerm: { exitCode: 0, afterMs: 20 } };
    const launch = await aStarted();
    await engine.stop(stopOf(launch, { graceSeconds: 120 }));
    expect((await ended(launch)).end).toMatchObject({ result: 'succeeded' });
  });

  test('removes a pod that has no node', async () => {
    script = { unschedulable: '0/1 nodes are available' };
    const launch = aLaunch();
    await engine.start(launch);
    await until('the scheduler’s word', () => podOf(launch)?.status?.['conditions']);
    expect(await engine.stop(stopOf(launch, { reason: 'startDeadline' }))).toEqual({ type: 'stopping' });
    expect((await ended(launch)).end).toMatchObject({
      result: 'unschedulable',
      message: expect.stringContaining('0/1') as string,
    });
  });

  test('reports the end of an attempt that was never started', async () => {
    expect(await engine.stop(stopOf(aLaunch()))).toMatchObject({
      type: 'ended',
      end: { result: 'deletedByUs', reason: 'NeverStarted' },
    });
  });

  test('reports the end of an attempt that has already ended', async () => {
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    expect(await engine.stop(stopOf(launch))).toMatchObject({ type: 'ended', end: { result: 'succeeded' } });
  });

  test('withdraws a start that is still queued', async () => {
    const launch = aLaunch();
    client.limiter.pause(200);
    const start = engine.start(launch);
    expect(await engine.stop(stopOf(launch))).toMatchObject({ type: 'ended' });
    expect(await start).toMatchObject({ type: 'refused', reason: 'Withdrawn' });
    expect(api.countOf('create pods')).toBe(0);
  });
});

describe('deletions and pods of someone else', () => {
  test('a deletion is distinguished from our own, and the pod is kept until its result is recorded', async () => {
    script = { onTerm: { exitCode: 143, afterMs: 10 } };
    const launch = await aStarted();
    api.remove('pods', podOf(launch)!, { gracePeriodSeconds: 5 });
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByOther', exitCode: 143 });
    expect(podOf(launch)).toBeDefined();
    await engine.cleanUp(launch.attempt);
    expect(api.pods()).toEqual([]);
  });

  test('a deletion has the cause that an event reports, also after a restart', async () => {
    script = { onTerm: { exitCode: 143, afterMs: 10 } };
    const launch = await aStarted();
    api.tellOf(podOf(launch)!, 'Preempted', 'Preempted by workers/urgent on node n1');
    api.remove('pods', podOf(launch)!, { gracePeriodSeconds: 5 });
    const end = {
      result: 'preempted',
      reason: 'Preempted',
      message: 'Preempted by workers/urgent on node n1',
      exitCode: 143,
    };
    expect((await ended(launch)).end).toMatchObject(end);
    await restart();
    expect(await engine.recover([refOf(launch)])).toMatchObject([{ type: 'ended', end }]);
    expect(await engine.stop(stopOf(launch))).toMatchObject({ type: 'ended', end });
  });

  test('a deletion has the cause of an event that identifies the pod only by name', async () => {
    script = { onTerm: { exitCode: 143, afterMs: 10 } };
    const launch = await aStarted();
    const pod = podOf(launch)!;
    const other = { ...pod, metadata: { ...pod.metadata, uid: 'of an earlier one' } };
    api.tellOf(other, 'Preempted', 'Preempted by workers/urgent on node n1');
    api.tellOf(pod, 'TaintManagerEviction', 'Marking for deletion Pod workers/a', false);
    api.remove('pods', pod, { gracePeriodSeconds: 5 });
    expect((await ended(launch)).end).toMatchObject({ result: 'evicted', reason: 'TaintManagerEviction' });
  });

  test.each([403, 500])('a deletion has no cause if the events are answered with %d', async (status) => {
    api.faults.add({ verb: 'list', resource: 'events' }, { type: 'answer', status }, 10);
    script = { onTerm: { exitCode: 143, afterMs: 10 } };
    const launch = await aStarted();
    api.remove('pods', podOf(launch)!, { gracePeriodSeconds: 5 });
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByOther', exitCode: 143 });
  });

  test('a deletion that also removes the finalizer makes the attempt vanish', async () => {
    script = {};
    const launch = await aStarted();
    const pod = podOf(launch)!;
    api.remove('pods', { ...pod, metadata: { ...pod.metadata, finalizers: [] } }, { gracePeriodSeconds: 0 });
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByOther', reason: 'Vanished' });
  });

  test('a pod with the same name is not changed', async () => {
    script = {};
    const first = aLaunch();
    await engine.start(first);
    const { name } = podOf(first)!.metadata;
    const stranger = {
      ...podOf(first)!,
      metadata: { ...podOf(first)!.metadata, annotations: {}, labels: {}, finalizers: [] },
    };
    await engine.stop(stopOf(first, { force: true }));
    await ended(first);
    await engine.cleanUp(first.attempt);
    api.store.create('pods', 'workers', stranger);
    const started = await engine.start(first);
    expect(started).toMatchObject({ type: 'created', name: expect.not.stringMatching(name) as string });
    expect(
      api
        .pods()
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([name, (started as { name: string }).name].sort());
    await restart();
    expect(await engine.start(first)).toMatchObject({
      type: 'alreadyStarted',
      name: (started as { name: string }).name,
    });
  });
});

describe('a running pod', () => {
  type Metadata = KubeObject['metadata'];
  let launch: ContainerLaunch;
  let original: KubeObject;

  /** Changes the metadata of the pod, as another client would. */
  const edit = (change: (metadata: Metadata) => Partial<Metadata>): KubeObject => {
    const pod = api.store.get('pods', 'workers', original.metadata.name)!;
    return api.store.update('pods', { ...pod, metadata: { ...pod.metadata, ...change(pod.metadata) } });
  };
  const withoutLabels = (): KubeObject => edit(() => ({ labels: { theirs: 'yes' } }));
  const current = (): Metadata | undefined => api.store.get('pods', 'workers', original.metadata.name)?.metadata;
  const isWhole = (): boolean =>
    Object.entries(original.metadata.labels!).every(([name, value]) => current()?.labels?.[name] === value);
  const stopAndSeeEnd = async (): Promise<void> => {
    await engine.stop(stopOf(launch));
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByUs', exitCode: 143 });
    expect([of('started', launch.attempt).length, of('ended', launch.attempt).length]).toEqual([1, 1]);
    expect(api.countOf('create pods')).toBe(1);
    await engine.cleanUp(launch.attempt);
    expect(api.pods()).toEqual([]);
  };

  beforeEach(async () => {
    script = { onTerm: { exitCode: 143, afterMs: 10 } };
    launch = aLaunch();
    await engine.start(launch);
    await started(launch);
    original = podOf(launch)!;
  });

  test('keeps running when its labels are removed, and gets them back', async () => {
    withoutLabels();
    await until('the labels', isWhole);
    expect(current()?.labels).toMatchObject({ theirs: 'yes' });
    expect(of('ended', launch.attempt)).toEqual([]);
    expect(await engine.start(launch)).toMatchObject({ type: 'alreadyStarted' });
    await stopAndSeeEnd();
  });

  test('whose shard label is changed, so that no list contains it, gets the label back', async () => {
    edit(({ labels }) => ({ labels: { ...labels!, 'carillon.dev/shard': 'x' } }));
    await until('the label', isWhole);
    expect(of('ended', launch.attempt)).toEqual([]);
    await stopAndSeeEnd();
  });

  test('whose labels were removed is not considered gone because a list lacks it', async () => {
    api.faults.add({ verb: 'list' }, { type: 'late', ms: 100 });
    api.dropStreams();
    withoutLabels();
    api.store.forget();
    await until('the labels', isWhole);
    expect(of('ended', launch.attempt)).toEqual([]);
    await stopAndSeeEnd();
  });

  test('whose labels were removed while no watch was open is found by its name', async () => {
    await engine.close();
    withoutLabels();
    await restart();
    const ref = { ...refOf(launch), name: original.metadata.name };
    expect(await engine.recover([ref])).toMatchObject([{ type: 'running', name: original.metadata.name }]);
    await until('the labels', isWhole);
    await stopAndSeeEnd();
  });

  test('without labels is found by its name to be stopped', async () => {
    await engine.close();
    withoutLabels();
    await restart();
    expect(await engine.stop({ ...stopOf(launch), name: original.metadata.name })).toEqual({ type: 'stopping' });
    expect((await ended(launch)).end.result).toBe('deletedByUs');
  });

  test('without labels is found by its name to be removed', async () => {
    await engine.close();
    withoutLabels();
    await restart();
    await engine.cleanUp(launch.attempt, original.metadata.name);
    await until('the removal', () => api.pods().length === 0);
    expect(api.countOf('create pods')).toBe(1);
  });

  test('whose labels cannot be restored is observed by its name', async () => {
    api.faults.add({ verb: 'patch' }, { type: 'answer', status: 403, reason: 'Forbidden' });
    withoutLabels();
    await until('the refusal', () => api.countOf('patch pods') === 1);
    // Longer than the interval between two checks; the next attempt to restore the labels is refused, too.
    api.faults.add({ verb: 'patch' }, { type: 'answer', status: 403, reason: 'Forbidden' });
    await engine.stop(stopOf(launch, { force: true }));
    await until('the end of its container', () => current()?.deletionTimestamp);
    aheadMs += 6_000;
    expect((await ended(launch)).end).toMatchObject({ result: 'deletedByUs' });
  });

  test.each([
    [5, { type: 'answer', status: 500 }] as const,
    [1, { type: 'answer', status: 403, reason: 'Forbidden' }] as const,
    [5, { type: 'cutBefore' }] as const,
  ])('is not considered gone while a request for it meets this fault %d times: %j', async (times, fault) => {
    api.faults.add({ verb: 'get' }, fault, times);
    withoutLabels();
    await until('the questions', () => api.countOf('get pods') > 0 || fault.type === 'cutBefore');
    expect(of('ended', launch.attempt)).toEqual([]);
    aheadMs += 6_000;
    await until('the labels', isWhole, 10_000);
    await stopAndSeeEnd();
  });

  test('whose labels are removed repeatedly does not cause repeated requests', async () => {
    for (let times = 0; times < 5; times++) {
      withoutLabels();
      await until('a look', () => api.countOf('patch pods') > 0);
    }
    expect(api.countOf('get pods') + api.countOf('patch pods')).toBeLessThan(5);
    expect(of('ended', launch.attempt)).toEqual([]);
  });

  test('whose finalizer is removed gets it back', async () => {
    edit(() => ({ finalizers: ['theirs.dev/x'] }));
    await until('the finalizer', () => current()?.finalizers?.length === 2);
    expect(current()?.finalizers).toEqual(['theirs.dev/x', 'carillon.dev/result']);
    expect(of('ended', launch.attempt)).toEqual([]);
  });

  test.each([
    { what: 'removed', annotations: {} },
    { what: 'that of another attempt', annotations: { 'carillon.dev/attempt-id': 'other-1/0/main/0/1' } },
  ])('whose annotation is $what gets its annotation back', async ({ annotations }) => {
    edit(() => ({ annotations }));
    await until('the annotation', () => current()?.annotations?.['carillon.dev/attempt-id'] === launch.attempt);
    expect(new Set(seen.map(({ attempt }) => attempt))).toEqual(new Set([launch.attempt]));
    await stopAndSeeEnd();
  });

  test('that is replaced by another pod of the same name counts as removed by someone else', async () => {
    api.remove(
      'pods',
      edit(() => ({ finalizers: [] })),
      { gracePeriodSeconds: 0 },
    );
    api.store.create('pods', 'workers', original);
    expect((await ended(launch)).end).toMatchObject({
      result: 'deletedByOther',
      reason: 'Vanished',
      message: expect.stringContaining(`pod ${original.metadata.name} was replaced by another`) as string,
    });
    await engine.cleanUp(launch.attempt, original.metadata.name);
    await until('the removal of the other one', () => api.pods().length === 0);
  });

  test('is not confused with a copy of it', async () => {
    await until('a second', () => Date.now() - Date.parse(original.metadata.creationTimestamp) > 1_100);
    const copy = { ...original, metadata: { ...original.metadata, name: 'debug', finalizers: [] } };
    script = { runMs: 0 };
    api.store.create('pods', 'workers', copy);
    await until('its end', () => api.store.get('pods', 'workers', 'debug')?.status?.['phase'] === 'Succeeded');
    expect(await engine.recover([refOf(launch)])).toMatchObject([{ type: 'running' }]);
    expect(of('ended', launch.attempt)).toEqual([]);
  });

  test('that is gone costs one request', async () => {
    api.remove(
      'pods',
      edit(() => ({ finalizers: [] })),
      { gracePeriodSeconds: 0 },
    );
    expect((await ended(launch)).end.reason).toBe('Vanished');
    expect(api.countOf('get pods')).toBe(1);
  });
});

test('a deleted pod is lost if its node does not answer any more', async () => {
  script = {};
  const launch = await aStarted();
  node.isSilent = true;
  api.remove('pods', podOf(launch)!, { gracePeriodSeconds: 0 });
  aheadMs = 5_000;
  expect((await ended(launch)).end).toMatchObject({ result: 'nodeLost', exitCode: null });
});

describe('the connection', () => {
  test('loses no observation when it is cut', async () => {
    script = { runMs: 50 };
    const launches = Array.from({ length: 10 }, () => aLaunch());
    for (const launch of launches) {
      await engine.start(launch);
      api.dropStreams();
    }
    await Promise.all(launches.map(ended));
    for (const { attempt } of launches) {
      expect(of('started', attempt).length).toBeLessThanOrEqual(1);
      expect(of('ended', attempt)).toHaveLength(1);
    }
  });

  test('lists the pods again if the server has forgotten its history', async () => {
    script = {};
    const launch = await aStarted();
    const pod = podOf(launch)!;
    api.dropStreams();
    api.remove('pods', { ...pod, metadata: { ...pod.metadata, finalizers: [] } }, { gracePeriodSeconds: 0 });
    api.store.forget();
    expect((await ended(launch)).end).toMatchObject({ reason: 'Vanished' });
    expect(api.countOf('list pods')).toBeGreaterThan(1);
  });

  test('with repeated events reports each observation once', async () => {
    api.copiesOfEvents = 3;
    api.dropStreams();
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    await engine.cleanUp(launch.attempt);
    expect(seen.filter(({ attempt }) => attempt === launch.attempt).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['started', 'ended']) as string[],
    );
    expect(of('started', launch.attempt)).toHaveLength(1);
    expect(of('ended', launch.attempt)).toHaveLength(1);
  });

  test('with older states after newer ones does not revert an observation', async () => {
    api.repeatsFormer = true;
    script = {};
    const launch = aLaunch();
    const later = aLaunch();
    await engine.start(launch);
    await started(launch);
    await engine.start(later);
    await started(later);
    expect(await engine.recover([refOf(launch)])).toMatchObject([{ type: 'running', node: 'fake-node' }]);
    expect(of('ready', launch.attempt)).toMatchObject([{ ready: true }]);
    // The stop does not delete the pod, as it would without a node: the log would be deleted with it.
    await engine.stop(stopOf(launch));
    expect(podOf(launch)?.metadata.deletionTimestamp).toBeUndefined();
  });

  test.each([
    { fault: { type: 'answer', status: 500 } as const, what: 'fails' },
    { fault: { type: 'answer', status: 429, retryAfter: 0.05 } as const, what: 'is overloaded' },
    { fault: { type: 'cutBefore' } as const, what: 'drops the connection' },
    { fault: { type: 'cutAfter' } as const, what: 'performs the request and drops the connection' },
    { fault: { type: 'late', ms: 50 } as const, what: 'answers late' },
  ])('to a server that $what creates one pod and removes it', async ({ fault }) => {
    api.faults.add({ verb: 'create' }, fault, 2);
    api.faults.add({ verb: 'patch' }, fault, 2);
    api.faults.add({ verb: 'delete' }, fault, 2);
    const launch = aLaunch();
    expect(['created', 'alreadyStarted']).toContain((await engine.start(launch)).type);
    expect((await ended(launch)).end.result).toBe('succeeded');
    await engine.cleanUp(launch.attempt);
    expect(api.pods()).toEqual([]);
    expect(of('started', launch.attempt)).toHaveLength(1);
  });

  test('to a server that keeps failing results in a refused start, which may be tried again', async () => {
    api.faults.add({ verb: 'create' }, { type: 'answer', status: 503 }, 100);
    expect(await engine.start(aLaunch())).toMatchObject({
      type: 'refused',
      retryable: true,
      reason: 'ApiServerUnavailable',
    });
  });
});

describe('a restart', () => {
  test('finds the running pods and continues to watch them', async () => {
    script = { onTerm: { exitCode: 143, afterMs: 5 } };
    const launch = await aStarted();
    await restart();
    expect(await engine.recover([refOf(launch)])).toMatchObject([
      { type: 'running', attempt: launch.attempt, node: 'fake-node' },
    ]);
    expect(await engine.start(launch)).toMatchObject({ type: 'alreadyStarted', node: 'fake-node' });
    await engine.stop(stopOf(launch));
    expect((await ended(launch)).end.result).toBe('deletedByUs');
  });

  test('finds the ends that happened meanwhile, and who requested them', async () => {
    script = { onTerm: { exitCode: 143, afterMs: 50 } };
    const launch = await aStarted();
    await engine.stop(stopOf(launch));
    await restart();
    expect((await ended(launch)).end.result).toBe('deletedByUs');
    expect(await engine.recover([refOf(launch)])).toMatchObject([{ type: 'ended', end: { result: 'deletedByUs' } }]);
  });

  test('finds the end of a pod that someone has deleted meanwhile', async () => {
    const launch = aLaunch();
    await engine.start(launch);
    await ended(launch);
    await engine.close();
    api.remove('pods', podOf(launch)!, { gracePeriodSeconds: 0 });
    await restart();
    expect(await engine.recover([refOf(launch)])).toMatchObject([
      { type: 'ended', end: { result: 'succeeded', exitCode: 0 } },
    ]);
  });

  test('does not consider pods gone while the server refuses access', async () => {
    script = {};
    const launch = await aStarted();
    await engine.close();
    api.closedNamespaces.add('workers');
    await restart();
    await expect(engine.recover([refOf(launch)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(engine.stop(stopOf(launch))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    api.closedNamespaces.clear();
    expect(await engine.recover([refOf(launch)])).toMatchObject([{ type: 'running' }]);
  });

  test('that is not complete does not consider pods gone', async () => {
    const launch = aLaunch();
    const early = makeEngine(connect());
    otherEngines.push(early);
    await expect(early.recover([refOf(launch)])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(early.stop(stopOf(launch))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('finds what another replica has started in a new namespace', async () => {
    script = {};
    const other = makeEngine(connect());
    otherEngines.push(other);
    await other.open(() => undefined);
    api.namespaces.add('theirs');
    const launch = aLaunch({ namespace: 'theirs' });
    await other.start(launch);
    tenantsOwn = ['theirs'];
    expect(await engine.recover([refOf(launch)])).toMatchObject([
      { type: expect.stringMatching(/created|running/) as string },
    ]);
  });

  test('reports a pod that does not exist as absent', async () => {
    const launch = aLaunch();
    expect(await engine.recover([refOf(launch)])).toEqual([{ type: 'absent', attempt: launch.attempt }]);
  });

  test('between the creation of the Secret and of the pod allows the start to be repeated', async () => {
    const launch = aLaunch({ env: secretEnv });
    api.faults.add({ verb: 'create' }, { type: 'answer', status: 503 }, 5);
    expect(await engine.start(launch)).toMatchObject({ type: 'refused', retryable: true });
    await restart();
    expect(await engine.start(launch)).toMatchObject({ type: 'created' });
  });
});

describe('secrets', () => {
  const secrets = (): KubeObject[] => api.store.list({ resource: 'secrets', namespace: 'workers', labelSelector: '' });

  test('are created with the pod and removed with it', async () => {
    const launch = aLaunch({ env: secretEnv });
    await engine.start(launch);
    expect(secrets().map((secret) => secret['stringData'])).toEqual([secretEnv.secret]);
    await ended(launch);
    await engine.cleanUp(launch.attempt);
    expect([...secrets(), ...api.pods()]).toEqual([]);
  });

  test('are removed with a pod that was refused permanently', async () => {
    api.faults.add({ verb: 'create' }, { type: 'answer', status: 422, reason: 'Invalid' });
    expect(await engine.start(aLaunch({ env: secretEnv }))).toMatchObject({ type: 'refused', retryable: false });
    expect(secrets()).toEqual([]);
  });

  test('without a pod are found by the sweep', async () => {
    api.faults.add({ verb: 'create' }, { type: 'answer', status: 503 }, 5);
    const launch = aLaunch({ env: secretEnv });
    await engine.start(launch);
    expect(await engine.existing(everyShard)).toEqual([launch.attempt]);
    await engine.cleanUp(launch.attempt);
    expect(secrets()).toEqual([]);
  });

  test('of an attempt that another process started are found by their derived name, without a list request', async () => {
    api.faults.add({ verb: 'create', resource: 'pods' }, { type: 'answer', status: 503 }, 5);
    const launch = aLaunch({ env: secretEnv });
    await engine.start(launch);
    expect(secrets()).toHaveLength(1);
    await restart();
    await engine.cleanUp(launch.attempt);
    expect(secrets()).toEqual([]);
    expect(api.countOf('list secrets')).toBe(0);
  });

  test('have names that cannot be derived from known values of an attempt', async () => {
    const launch = aLaunch({ env: secretEnv });
    await engine.start(launch);
    const [secret] = secrets();
    expect(secret!.metadata.name).toMatch(/^carillon-attempt-[0-9a-f]{32}$/);
    for (const known of [launch.attempt, launch.key.run, launch.slug])
      expect(secret!.metadata.name).not.toContain(known);
  });
});

describe('an object that is granted by labels', () => {
  const toProve = [{ kind: 'configMaps', name: 'theirs', labels: { of: 'ibm' }, path: 'podTemplate.x' }] as const;
  const make = (labels: Record<string, string>): unknown =>
    api.store.create('configmaps', 'workers', { metadata: { name: 'theirs', labels } } as unknown as KubeObject);

  test('is used if it has the labels', async () => {
    make({ of: 'ibm', more: 'x' });
    expect(await engine.start(aLaunch({ toProve }))).toMatchObject({ type: 'created' });
  });

  test('is refused if it has other labels, and no pod is created', async () => {
    make({ of: 'acme' });
    expect(await engine.start(aLaunch({ toProve, env: secretEnv }))).toMatchObject({
      type: 'refused',
      retryable: false,
      reason: 'ClusterAccessRefused',
      message: 'podTemplate.x "theirs" is not granted to this tenant: it lacks the required labels',
    });
    expect([api.countOf('create pods'), api.countOf('create secrets')]).toEqual([0, 0]);
  });

  test('is waited for if it does not exist', async () => {
    const refused = { type: 'refused', retryable: true, reason: 'ClusterAccessRefused' };
    expect(await engine.start(aLaunch({ toProve }))).toMatchObject(refused);
  });
});

test('a tenant with objects of its own is not started in the shared namespace of tenants', async () => {
  const refused = { type: 'refused', retryable: false, reason: 'NamespaceShared' };
  expect(await engine.start(aLaunch({ hasOwnObjects: true }))).toMatchObject(refused);
  expect(await engine.start(aLaunch({ hasOwnObjects: true, namespace: 'workers' }))).toMatchObject(refused);
  expect(api.countOf('create pods')).toBe(0);
});

describe('the sweep', () => {
  test('lists every existing attempt of its shards, and ends a running one before it is removed', async () => {
    script = {};
    const launch = await aStarted();
    expect(await engine.existing(someShards(shardOf(launch.key.run)))).toEqual([launch.attempt]);
    expect(await engine.existing(someShards((shardOf(launch.key.run) + 1) % shards.count))).toEqual([]);
    await engine.cleanUp(launch.attempt);
    await until('the removal', () => api.pods().length === 0);
    expect(await engine.existing(everyShard)).toEqual([]);
  });

  test('removes attempts that belong to no open run, with finalizer and Secret, and keeps the others', async () => {
    script = {};
    const known = aLaunch();
    const over = aLaunch({ env: secretEnv });
    const unknown = aLaunch({ env: secretEnv });
    for (const launch of [known, over, unknown]) await engine.start(launch);
    for (const launch of [known, over, unknown]) await started(launch);
    const runs = new Map([
      [known.key.run, { live: [{ id: known.attempt }] } as unknown as Run],
      [over.key.run, { live: [] } as unknown as Run],
    ]);
    // As after a restart: the list of pending removals is empty.
    await restart();
    const sweep = new OrphanSweep(
      { load: () => Promise.resolve(runs) },
      new Engines({ kubernetes: engine }),
      () => everyShard,
      log,
    );
    await sweep.step();
    await until('the removal', () => api.pods().length === 1);
    expect(podOf(known)?.metadata.deletionTimestamp).toBeUndefined();
    expect(api.store.list({ resource: 'secrets', namespace: 'workers', labelSelector: '' })).toEqual([]);
  });
});

test('replicas divide the pods by shards, and take over when the shards change', async () => {
  const launch = aLaunch();
  const mine = new OwnShards(someShards(...[...everyShard].filter((shard) => shard !== shardOf(launch.key.run))));
  const second = makeEngine(connect(), mine);
  otherEngines.push(second);
  const heard: Observation[] = [];
  await second.open((observation) => heard.push(observation));
  script = { runMs: 30 };
  const [near] = Array.from({ length: 20 }, () => aLaunch()).filter(
    ({ key }) => shardOf(key.run) !== shardOf(launch.key.run),
  );
  for (const each of [launch, near!]) await engine.start(each);
  await until('its own', () => heard.some(({ type }) => type === 'ended'));
  await ended(launch);
  expect(new Set(heard.map(({ attempt }) => attempt))).toEqual(new Set([near!.attempt]));
  mine.become(someShards(shardOf(launch.key.run)));
  await until('the takeover', () => heard.some(({ type, attempt }) => type === 'ended' && attempt === launch.attempt));
});

test('while shards change their owner, each observation is reported once, no end is lost, and one watch observes all pods', async () => {
  script = { onTerm: { exitCode: 143, afterMs: 10 } };
  const launches = Array.from({ length: 12 }, () => aLaunch());
  const half = (rest: number): ShardSet => someShards(...[...everyShard].filter((shard) => shard % 2 === rest));
  const mine = new OwnShards();
  const theirs = new OwnShards(someShards());
  const heard: Observation[][] = [[], []];
  for (const [at, shards] of [mine, theirs].entries()) {
    const each = makeEngine(connect(), shards);
    otherEngines.push(each);
    await each.open((observation) => heard[at]!.push(observation));
  }
  const [first, second] = otherEngines as [KubernetesEngine, KubernetesEngine];
  for (const launch of launches) await first.start(launch);
  const begun = (at: number): number => heard[at]!.filter(({ type }) => type === 'started').length;
  await until('the starts', () => begun(0) === launches.length);
  const give = async (each: KubernetesEngine, shards: OwnShards, rest: number): Promise<void> => {
    shards.become(half(rest));
    await each.recover(launches.filter(({ key }) => shardOf(key.run) % 2 === rest).map((launch) => refOf(launch)));
  };
  for (const rest of [0, 1, 0]) await Promise.all([give(first, mine, rest), give(second, theirs, 1 - rest)]);
  await until('the watches', () => api.watchCount === 3);
  for (const launch of launches) await (shardOf(launch.key.run) % 2 === 0 ? first : second).stop(stopOf(launch));
  const ends = (): string[] => heard.flat().flatMap(({ type, attempt }) => (type === 'ended' ? [attempt] : []));
  await until('the ends', () => new Set(ends()).size === launches.length);
  expect(ends()).toHaveLength(launches.length);
  // Once to the first engine, and once to each engine that takes over the pod.
  expect(begun(0) + begun(1)).toBeLessThanOrEqual(launches.length * 4);
});

test('credentials and secrets are in no error', async () => {
  api.faults.add(
    { verb: 'create', resource: 'secrets' },
    { type: 'answer', status: 422, reason: 'Invalid', message: 'no' },
  );
  const answer = await engine.start(aLaunch({ env: { plain: {}, secret: { JOB_SECURE_PARAMS: 'hunter2' } } }));
  expect(JSON.stringify(answer)).not.toMatch(/hunter2|secret-token/);
});
