/** A node of the simulated cluster: gives pods a place at once and simulates what a test says of them, as a kubelet would report it. */
import type { FakeApiServer } from './fake-api-server.js';
import type { Json, KubeObject } from './kube-object.js';
import { seconds, type EventType } from './object-store.js';

export interface PodScript {
  /** Never starts, for this reason. */
  readonly waiting?: { readonly reason: string; readonly message: string };
  /** No node takes it. */
  readonly unschedulable?: string;
  readonly startAfterMs?: number;
  /** Runs until it is told to end, if left out. */
  readonly runMs?: number;
  readonly exitCode?: number;
  /** Lines printed at the start. */
  readonly prints?: readonly string[];
  /** Its node falls silent once it runs. */
  readonly isLost?: boolean;
  /** How it ends when it is told to: its exit code and when; if left out it has to be killed. */
  readonly onTerm?: { readonly exitCode: number; readonly afterMs: number };
}

interface Running {
  readonly script: PodScript;
  readonly startedAt: string;
  timer: NodeJS.Timeout | null;
  isEnding: boolean;
  isOver: boolean;
}

const KILLED = 137;
const NODE = 'fake-node';
const CREATING = { reason: 'ContainerCreating', message: '' };
/** What a node (seen with 1.36) reports of a container that never started, after it reported once more that it is being created. */
const NOT_FOUND = {
  exitCode: KILLED,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
  startedAt: null,
  finishedAt: null,
};

export class FakeNode {
  private readonly pods = new Map<string, Running>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private leave: (() => void) | null = null;
  /** A silent node neither starts, ends nor reports anything. */
  isSilent = false;

  constructor(
    private readonly api: FakeApiServer,
    private readonly scriptOf: (pod: KubeObject) => PodScript,
  ) {}

  start(): void {
    const scope = { resource: 'pods', namespace: null, labelSelector: '' };
    const send = (type: EventType, pod: KubeObject): void => {
      // After the request that created it has been answered, as in a real cluster.
      this.after(1, () => {
        this.onEvent(type, pod.metadata);
      });
    };
    this.leave = this.api.store.watch({ ...scope, send }, 0);
  }

  stop(): void {
    this.leave?.();
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }

  private after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      act();
    }, ms);
    this.timers.add(timer);
    return timer;
  }

  private podOf({ namespace, name, uid }: KubeObject['metadata']): KubeObject | null {
    const pod = this.api.store.get('pods', namespace, name);
    return pod?.metadata.uid === uid ? pod : null;
  }

  private onEvent(type: EventType, metadata: KubeObject['metadata']): void {
    if (this.isSilent) return;
    const pod = this.podOf(metadata);
    if (type === 'DELETED' || !pod) {
      this.api.logs.forget(metadata.uid);
      this.pods.delete(metadata.uid);
      return;
    }
    const running = this.pods.get(metadata.uid);
    if (!running) this.admit(pod);
    else if (running.script.isLost && hasRun(pod)) return;
    else if (pod.metadata.deletionTimestamp !== undefined) this.endDeleted(pod, running);
    else if (pod.spec?.['activeDeadlineSeconds'] === 1) this.endByDeadline(pod, running);
  }

  private admit(pod: KubeObject): void {
    const script = this.scriptOf(pod);
    if (script.unschedulable !== undefined) {
      const condition = {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message: script.unschedulable,
      };
      if (pod.status?.['conditions'] === undefined) this.report(pod, { phase: 'Pending', conditions: [condition] });
      return;
    }
    const running: Running = { script, startedAt: seconds(Date.now()), timer: null, isEnding: false, isOver: false };
    this.pods.set(pod.metadata.uid, running);
    const placed = this.api.store.update('pods', { ...pod, spec: { ...pod.spec, nodeName: NODE } });
    const waiting = script.waiting ?? CREATING;
    this.report(placed, { phase: 'Pending', containerStatuses: [containerStatus({ waiting })] });
    if (script.waiting) return;
    running.timer = this.after(script.startAfterMs ?? 0, () => {
      this.begin(pod, running);
    });
  }

  private begin({ metadata }: KubeObject, running: Running): void {
    const pod = this.podOf(metadata);
    if (!pod || running.isOver || this.isSilent) return;
    this.api.logs.begin(metadata.uid);
    const now = Date.now();
    this.api.logs.write(
      metadata.uid,
      (running.script.prints ?? []).map((text, i) => ({ at: now + i / 1_000, text })),
    );
    const conditions: Json[] = [{ type: 'Ready', status: 'True' }];
    const containers = [containerStatus({ running: { startedAt: running.startedAt } })];
    this.report(pod, {
      phase: 'Running',
      containerStatuses: containers,
      conditions: [...withoutReady(pod), ...conditions],
    });
    const { runMs, exitCode } = running.script;
    if (runMs === undefined) return;
    running.timer = this.after(runMs, () => {
      this.finish(metadata, running, { exitCode: exitCode ?? 0 });
    });
  }

  /** The end of the container, and of the pod with it. */
  private finish(metadata: KubeObject['metadata'], running: Running, end: { exitCode: number; reason?: string }): void {
    if (running.isOver || this.isSilent) return;
    running.isOver = true;
    this.api.logs.end(metadata.uid);
    const pod = this.podOf(metadata);
    if (!pod) return;
    const { exitCode, reason } = end;
    const isUnstarted = !hasRun(pod) && pod.metadata.deletionTimestamp !== undefined;
    if (isUnstarted) this.report(pod, { containerStatuses: [containerStatus({ waiting: CREATING })] });
    const isFailure = reason !== undefined || exitCode !== 0;
    this.report(pod, {
      phase: isFailure ? 'Failed' : 'Succeeded',
      conditions: withoutReady(pod),
      ...(reason !== undefined && { reason }),
      ...(hasRun(pod) && { containerStatuses: [terminatedStatus(running.startedAt, exitCode)] }),
      ...(isUnstarted && { containerStatuses: [containerStatus({ terminated: NOT_FOUND })] }),
    });
    this.completeDeletion(metadata);
  }

  private endDeleted(pod: KubeObject, running: Running): void {
    if (running.isOver) this.completeDeletion(pod.metadata);
    else this.terminate(pod, running, { seconds: pod.metadata.deletionGracePeriodSeconds ?? 0 });
  }

  private endByDeadline(pod: KubeObject, running: Running): void {
    if (running.isOver || running.isEnding) return;
    const own = pod.spec?.['terminationGracePeriodSeconds'];
    this.terminate(pod, running, { seconds: typeof own === 'number' ? own : 30, reason: 'DeadlineExceeded' });
  }

  private terminate(pod: KubeObject, running: Running, grace: { seconds: number; reason?: string }): void {
    if (running.isEnding && grace.seconds > 0) return;
    running.isEnding = true;
    if (running.timer) clearTimeout(running.timer);
    const { metadata } = pod;
    const { onTerm } = running.script;
    const graceMs = hasRun(pod) ? grace.seconds * 1_000 : 0;
    const isInTime = onTerm !== undefined && onTerm.afterMs < graceMs;
    const exitCode = isInTime ? onTerm.exitCode : KILLED;
    running.timer = this.after(isInTime ? onTerm.afterMs : graceMs, () => {
      this.finish(metadata, running, { exitCode, ...(grace.reason !== undefined && { reason: grace.reason }) });
    });
  }

  /** The containers of a deleted pod are removed: so is its log, and the API server may remove the object. */
  private completeDeletion(metadata: KubeObject['metadata']): void {
    const pod = this.podOf(metadata);
    if (pod?.metadata.deletionTimestamp === undefined) return;
    this.api.logs.forget(metadata.uid);
    this.api.remove('pods', pod, { gracePeriodSeconds: 0 });
  }

  private report(pod: KubeObject, status: Record<string, Json>): void {
    const current = this.podOf(pod.metadata);
    if (current) this.api.store.update('pods', { ...current, status: { ...current.status, ...status } });
  }
}

/** Conditions that others have set on the pod stay. */
const withoutReady = (pod: KubeObject): Json[] =>
  ((pod.status?.['conditions'] ?? []) as { type: string }[]).filter(({ type }) => type !== 'Ready');

const containerStatus = (state: Record<string, Json>): Json => ({ name: 'main', restartCount: 0, state });

const terminatedStatus = (startedAt: string, exitCode: number): Json =>
  containerStatus({
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt,
      finishedAt: seconds(Date.now()),
    },
  });

function hasRun(pod: KubeObject): boolean {
  const statuses = pod.status?.['containerStatuses'] as { state?: { running?: unknown } }[] | undefined;
  return statuses?.[0]?.state?.running !== undefined;
}
