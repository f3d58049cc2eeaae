/**
 * Pods print while their output is read: containers are restarted in place, nodes rotate logs, the API server drops connections in the
 * middle of streams, collectors die. Each line is read once and in order, and missing lines are reported as a gap.
 */
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { podMetadataOf } from '#testing/builders/pod-metadata.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { openedPodSource } from '#testing/opened-pod-source.js';
import type { Json, KubeObject } from '#testing/fake-api-server/kube-object.js';
import { until } from '#testing/until.js';
import { worlds } from '#testing/long-form.js';
import type { PodSource } from './pod-source.js';

const BASE = Date.parse('2026-03-01T10:00:00.000Z');
const WORLDS = worlds(15);
const PODS_OF_A_WORLD = 24;
const RUN_MS = WORLDS * 2_500;
/** A pod whose reading does not end within this time is reported with its state and skipped. */
const WORLD_MS = 30_000;
/** How far the times of the second stream of a container are behind. */
const BEHIND_MS = 150.0005;

type Step =
  | { readonly type: 'print'; readonly stepsMs: readonly number[] }
  | { readonly type: 'printBehind' }
  | { readonly type: 'rotate'; readonly keep: number }
  | { readonly type: 'restart' | 'catchUp' | 'cut' | 'refuse' | 'die' | 'rest' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('print' as const),
      stepsMs: fc.array(fc.constantFrom(0, 0.001, 0.4, 30, 1_500), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rotate' as const), keep: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('printBehind' as const) }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constantFrom('catchUp', 'cut', 'refuse', 'die', 'rest', 'restart') }) },
);

let api: FakeApiServer;
let source: PodSource;
let pods = 0;

beforeAll(async () => {
  api = await FakeApiServer.start();
  source = await openedPodSource(api, 100);
});

afterAll(async () => {
  await source.stop();
  await api.close();
});

/** A pod whose lines are numbers. */
class PrintingPod {
  readonly attempt: AttemptId = asAttemptId(`live${++pods}/0/main/0/1`);
  printed = 0;
  restarts = 0;
  rotated = 0;
  /** The last line of the rounds before. */
  before = 0;
  /** Both streams have written: if lines are lost, it is unknown which of the earlier lines were read. */
  isDisordered = false;
  /** The lines that remain in the log of the newest round. */
  left: number[] = [];
  private at = BASE;
  private readonly metadata: KubeObject['metadata'];

  constructor() {
    const object = { metadata: podMetadataOf(this.attempt), spec: { restartPolicy: 'OnFailure', nodeName: 'n' } };
    this.metadata = api.store.create('pods', 'workers', object as unknown as KubeObject).metadata;
    api.logs.begin(this.metadata.uid);
    this.report('Running', { running: {} });
  }

  print(stepsMs: readonly number[]): void {
    for (const ms of stepsMs) this.write((this.at += ms));
  }

  printBehind(): void {
    this.isDisordered = true;
    this.write(this.at - BEHIND_MS);
  }

  rotate(keep: number): void {
    api.logs.rotate(this.metadata.uid, keep);
    this.rotated += this.left.splice(0, Math.max(0, this.left.length - keep)).length;
  }

  restart(): void {
    api.logs.end(this.metadata.uid);
    this.report('Running', { terminated: { exitCode: 1 } });
    this.restarts++;
    this.left = [];
    this.before = this.printed;
    this.at += 1_000;
    api.logs.begin(this.metadata.uid);
    this.report('Running', { running: {} }, { terminated: { exitCode: 1 } });
  }

  end(): void {
    api.logs.end(this.metadata.uid);
    this.report('Succeeded', { terminated: { exitCode: 0 } });
  }

  private write(at: number): void {
    this.left.push(++this.printed);
    api.logs.write(this.metadata.uid, [{ at, text: String(this.printed) }]);
  }

  private report(phase: string, state: Json, lastState: Json = {}): void {
    const pod = api.store.get('pods', 'workers', this.metadata.name);
    if (!pod) throw new Error('the pod is gone');
    const containerStatuses = [{ name: 'main', restartCount: this.restarts, state, lastState }];
    api.store.update('pods', { ...pod, status: { phase, containerStatuses } });
  }
}

/** A series of collectors, each of which continues from the stored position. */
class Collectors {
  readonly numbers: number[] = [];
  readonly gaps: string[] = [];
  /** Lines of an unknown round may be missing: its log looks as if it had begun after them. */
  mayMissBeginnings = false;
  private position: string | null = null;
  private isLetGo = false;
  private stopping = new AbortController();

  constructor(private readonly attempt: AttemptId) {}

  get lastNumber(): number {
    return this.numbers.at(-1) ?? 0;
  }

  /** The current collector dies: what it has read and not stored is lost. */
  die(): void {
    this.stopping.abort();
  }

  async untilEnd(): Promise<void> {
    while (!this.isLetGo && !(await this.live())) await delay(1);
  }

  letGo(): void {
    this.isLetGo = true;
    this.die();
  }

  toString(): string {
    const requests = api.requests.slice(-6).map(({ verb, code }) => `${verb} ${code}`);
    return `${this.attempt} at ${String(this.position)}: read ${this.numbers.join()}; gaps ${this.gaps.join()}; asked ${requests.join()}`;
  }

  private async live(): Promise<boolean> {
    const { signal: stop } = (this.stopping = new AbortController());
    const control = { stop, attemptEnded: new AbortController().signal, admit: () => Promise.resolve() };
    const blocks = source.read(this.attempt, this.position, control);
    try {
      for (;;) {
        const next = await blocks.next();
        if (stop.aborted) return false;
        if (next.done) {
          if (next.value?.gap) this.gaps.push(next.value.gap.reason);
          return true;
        }
        this.numbers.push(...next.value.lines.map(({ text }) => Number(text)));
        this.position = next.value.position;
        if (next.value.gap) this.gaps.push(next.value.gap.reason);
      }
    } catch (error) {
      if (error instanceof AppError && error.retryable) return false;
      throw error;
    } finally {
      this.stopping.abort();
      await blocks.return(undefined);
    }
  }
}

async function catchUp(pod: PrintingPod, collectors: Collectors): Promise<void> {
  // The last line of the pod may be among the lost lines, which are reported with the next line or at the end.
  if (pod.rotated > 0 || pod.restarts > 1) return;
  await until(`line ${pod.printed} to be read`, () => collectors.lastNumber === pod.printed);
}

async function take(next: Step, pod: PrintingPod, collectors: Collectors): Promise<void> {
  switch (next.type) {
    case 'print':
      pod.print(next.stepsMs);
      return;
    case 'printBehind':
      pod.printBehind();
      return;
    case 'rotate':
      if (collectors.lastNumber <= pod.before) collectors.mayMissBeginnings = true;
      pod.rotate(next.keep);
      return;
    case 'restart':
      pod.restart();
      return;
    case 'cut':
      api.dropStreams();
      return;
    case 'refuse':
      api.faults.add({ verb: 'log' }, { type: 'answer', status: 503 });
      return;
    case 'die':
      collectors.die();
      return;
    case 'rest':
      await delay(2);
      return;
    case 'catchUp':
      await catchUp(pod, collectors);
  }
}

async function play(steps: readonly Step[], pod: PrintingPod, collectors: Collectors): Promise<void> {
  const ended = collectors.untilEnd();
  ended.catch(() => undefined);
  for (const each of steps) await take(each, pod, collectors);
  pod.end();
  await ended;
}

/** Fails with the state of the pod if its reading does not end. */
async function inTime(playing: Promise<void>, pod: PrintingPod, collectors: Collectors): Promise<void> {
  const given = new AbortController();
  const late = delay(WORLD_MS, undefined, { signal: given.signal }).then(() => {
    throw new Error(`${pod.printed} lines are not read after ${WORLD_MS} ms: ${String(collectors)}`);
  });
  late.catch(() => undefined);
  try {
    await Promise.race([playing, late]);
  } finally {
    given.abort();
    collectors.letGo();
  }
}

function check(pod: PrintingPod, { numbers, gaps, mayMissBeginnings }: Collectors): void {
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const isMissing = numbers.length < pod.printed && !mayMissBeginnings;
  expect({ isMissing, isSaid: isMissing && gaps.length > 0 }).toEqual({ isMissing, isSaid: isMissing });
  if (!pod.isDisordered || pod.rotated === 0) expect(numbers).toEqual(expect.arrayContaining(pod.left));
  const mayBe = [...(pod.rotated > 0 ? ['RotatedAway'] : []), ...(pod.restarts > 1 ? ['RestartedUnread'] : [])];
  for (const gap of gaps) expect(mayBe).toContain(gap);
}

it(
  'each line of pods that print is read once and in order, with gaps reported, for any events',
  async () => {
    const pod = fc.array(step, { maxLength: 25, size: 'max' });
    const sideBySide = fc.array(pod, { minLength: 1, maxLength: PODS_OF_A_WORLD, size: 'max' });
    const world = fc.record({ pods: sideBySide, watchLags: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(world, async ({ pods, watchLags }) => {
        api.repeatsFormer = watchLags;
        api.requests.length = 0;
        const played = await Promise.allSettled(
          pods.map(async (steps) => {
            const pod = new PrintingPod();
            const collectors = new Collectors(pod.attempt);
            await inTime(play(steps, pod, collectors), pod, collectors);
            check(pod, collectors);
          }),
        );
        api.faults.clear();
        for (const each of played) if (each.status === 'rejected') throw each.reason;
      }),
      {
        numRuns: WORLDS,
        // A loaded machine plays fewer worlds; a world that does not end fails by itself.
        interruptAfterTimeLimit: RUN_MS,
      },
    );
  },
  RUN_MS + 2 * WORLD_MS,
);
