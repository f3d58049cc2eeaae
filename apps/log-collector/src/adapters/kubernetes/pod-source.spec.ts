import type { ShardSet } from '#common/domain/shards.js';
import { pino } from 'pino';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { everyShard, shardOf, someShards } from '#testing/shards.js';
import { POD_LABELS } from '#common/run/pod-contract.js';
import { podMetadataOf } from '#testing/builders/pod-metadata.js';
import { unopenedClientOf } from '#testing/fake-api-server/client-of.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import type { Json, KubeObject } from '#testing/fake-api-server/kube-object.js';
import { until } from '#testing/until.js';
import type { SourceEnd } from '../../core/source.js';
import { PodSource } from './pod-source.js';

const BASE = Date.parse('2026-03-01T10:00:00.000Z');

let api: FakeApiServer;
let source: PodSource;
let found: AttemptId[];
let pods = 0;

let tenantNamespaces: () => Promise<readonly string[]>;

function makeSource(shards: ShardSet = everyShard): PodSource {
  return new PodSource(unopenedClientOf(api), {
    instance: 'carillon',
    shards: { owned: () => shards, onChange: () => () => undefined },
    tenantNamespaces: () => tenantNamespaces(),
    log: pino({ level: 'silent' }),
    searchPatienceMs: 300,
  });
}

async function openSource(shards?: ShardSet): Promise<void> {
  source = makeSource(shards);
  found = [];
  await source.start((attempt) => found.push(attempt));
}

beforeEach(async () => {
  api = await FakeApiServer.start();
  tenantNamespaces = () => Promise.resolve([]);
  await openSource();
});

afterEach(async () => {
  await source.stop();
  await api.close();
});

/** A pod of an attempt whose container has begun, controlled by the test. */
class Pod {
  private round = 0;
  private printed = 0;

  private constructor(
    readonly attempt: AttemptId,
    private readonly name: string,
    readonly uid: string,
  ) {}

  static create(restartPolicy = 'Never', namespace = 'workers', node: string | null = 'n'): Pod {
    const attempt = asAttemptId(`run${++pods}/0/main/0/1`);
    const metadata = podMetadataOf(attempt);
    const spec = { restartPolicy, ...(node !== null && { nodeName: node }) };
    const object = { metadata, spec, status: { phase: 'Pending' } };
    const made = api.store.create('pods', namespace, object as unknown as KubeObject);
    const pod = new Pod(attempt, metadata.name, made.metadata.uid);
    return pod;
  }

  /** Assigns a node to the pod. */
  place(): this {
    const pod = this.object();
    api.store.update('pods', { ...pod, spec: { ...pod.spec, nodeName: 'n' } });
    return this;
  }

  begin(): this {
    api.logs.begin(this.uid);
    this.report('Running', { running: { startedAt: '2026-03-01T10:00:00Z' } });
    return this;
  }

  print(...texts: readonly string[]): this {
    api.logs.write(
      this.uid,
      texts.map((text) => ({ at: BASE + this.printed++ * 100, text })),
    );
    return this;
  }

  /** Lets time pass without output. */
  rest(ms: number): this {
    this.printed += ms / 100;
    return this;
  }

  /** Ends the container; `phase` of the pod says whether it is restarted. */
  end(phase: 'Running' | 'Succeeded' = 'Succeeded'): this {
    api.logs.end(this.uid);
    this.report(phase, { terminated: { exitCode: phase === 'Succeeded' ? 0 : 1 } });
    return this;
  }

  restart(): this {
    this.round++;
    api.logs.begin(this.uid);
    this.report('Running', { running: {} }, { terminated: { exitCode: 1 } });
    return this;
  }

  /** Marks the pod as released by the executor, while the pod still exists. */
  release(): void {
    const pod = this.object();
    const labels = { ...pod.metadata.labels, [POD_LABELS.released]: 'true' };
    api.store.update('pods', { ...pod, metadata: { ...pod.metadata, labels } });
  }

  /** Removes the labels by which the pod is selected. */
  unlabel(): void {
    const pod = this.object();
    api.store.update('pods', { ...pod, metadata: { ...pod.metadata, labels: {} } });
  }

  remove(): void {
    const pod = api.store.get('pods', 'workers', this.name);
    if (pod) api.store.remove('pods', pod);
    api.logs.forget(this.uid);
  }

  private object(): KubeObject {
    const pod = api.store.get('pods', 'workers', this.name);
    if (!pod) throw new Error('the pod is gone');
    return pod;
  }

  private report(phase: string, state: Json, lastState: Json = {}): void {
    const pod = this.object();
    const containerStatuses = [{ name: 'main', restartCount: this.round, state, lastState }];
    api.store.update('pods', { ...pod, status: { phase, containerStatuses } });
  }
}

/** One reading of the output of an attempt, as a follower does it. */
class Reading {
  readonly texts: string[] = [];
  readonly gaps: string[] = [];
  /** Whether the reading has been admitted for a block and still keeps that memory. */
  hasRoom = false;
  position: string | null;
  end: SourceEnd | undefined;
  readonly done: Promise<void>;
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();

  constructor(
    readonly attempt: AttemptId,
    from: string | null = null,
  ) {
    this.position = from;
    this.done = this.read(from);
    this.done.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  markEnded(): void {
    this.ending.abort();
  }

  /** Waits for exactly these lines. */
  shows(...texts: readonly string[]): Promise<unknown> {
    return until(`the lines ${texts.join()}`, () => this.texts.join('\n') === texts.join('\n'));
  }

  private async read(from: string | null): Promise<void> {
    const admit = (): Promise<void> => {
      this.hasRoom = true;
      return Promise.resolve();
    };
    const control = { stop: this.stopping.signal, attemptEnded: this.ending.signal, admit };
    const blocks = source.read(this.attempt, from, control);
    for (;;) {
      const next = await blocks.next();
      if (next.done) {
        this.end = next.value;
        return;
      }
      this.hasRoom = false;
      this.texts.push(...next.value.lines.map(({ text }) => text));
      this.position = next.value.position;
      if (next.value.gap) this.gaps.push(next.value.gap.reason);
    }
  }
}

const WHOLE = { gap: null };

describe('the pods that the source reports', () => {
  it('do not include pods of other shards, even if one of them was requested and read', async () => {
    await source.stop();
    const pod = Pod.create().begin().print('one').end();
    await openSource(someShards(...[...everyShard].filter((shard) => shard !== shardOf(`run${pods}`))));
    expect(await source.has(pod.attempt)).toBe(true);
    const reading = new Reading(pod.attempt);
    await reading.done;
    expect(reading.texts).toEqual(['one']);
    found.length = 0;
    await source.look();
    expect(found).toEqual([]);
  });

  it('do not include pods without a node, which have no log: a request for one asks the cluster', async () => {
    const pod = Pod.create('Never', 'workers', null);
    const placed = Pod.create().begin();
    await until('the placed one to be found', () => found.includes(placed.attempt));
    const asked = api.countOf('list pods');
    expect([await source.has(placed.attempt), api.countOf('list pods')]).toEqual([true, asked]);
    expect([await source.has(pod.attempt), api.countOf('list pods')]).toEqual([true, asked + 1]);
    pod.place().begin();
    await until('the other to be found', () => found.includes(pod.attempt));
    expect([await source.has(pod.attempt), api.countOf('list pods')]).toEqual([true, asked + 1]);
  });

  it('do not include released pods', async () => {
    const pod = Pod.create().begin().end();
    await until('the attempt to be found', () => found.includes(pod.attempt));
    pod.release();
    const later = Pod.create().begin();
    await until('the next to be found', () => found.includes(later.attempt));
    found.length = 0;
    await source.look();
    expect(found).toEqual([later.attempt]);
  });
});

describe('the log of a pod', () => {
  it('is found when its container begins, followed while it grows, and complete after the end', async () => {
    const pod = Pod.create();
    expect(found).toEqual([]);
    pod.begin();
    await until('the attempt to be found', () => found.includes(pod.attempt));
    const reading = new Reading(pod.attempt);
    pod.print('one', 'two');
    await reading.shows('one', 'two');
    pod.print('three');
    await reading.shows('one', 'two', 'three');
    pod.end();
    await reading.done;
    expect(reading.end).toEqual(WHOLE);
    // One request follows the log, and one checks that the last line is the last.
    expect(api.countOf('log pods')).toBe(2);
  });

  it('continues after any line that was read, even if times and texts are equal', async () => {
    const pod = Pod.create().begin();
    api.logs.write(
      pod.uid,
      ['a', 'a', 'b', 'a', 'a'].map((text, i) => ({ at: BASE + (i < 2 ? 0 : 1), text })),
    );
    const first = new Reading(pod.attempt);
    await first.shows('a', 'a', 'b', 'a', 'a');
    await first.stop();
    expect(first.end).toBeUndefined();
    pod.rest(60_000).print('c').end();
    const second = new Reading(pod.attempt, first.position);
    await second.done;
    expect([second.texts, second.end]).toEqual([['c'], WHOLE]);
  });

  it('is complete in spite of connections that are cut and streams that end too early', async () => {
    const pod = Pod.create().begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    api.dropStreams();
    pod.print('two');
    await reading.shows('one', 'two');
    api.logs.hangUp();
    pod.print('three').end();
    await reading.done;
    expect([reading.texts, reading.gaps, reading.end]).toEqual([['one', 'two', 'three'], [], WHOLE]);
  });

  it('is not complete before the last line was read, even if the stream and the container have ended', async () => {
    const pod = Pod.create().begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    api.logs.hangUp();
    api.faults.add({ verb: 'log' }, { type: 'late', ms: 100 });
    pod.print('two', 'three').end();
    await reading.done;
    expect([reading.texts, reading.end]).toEqual([['one', 'two', 'three'], WHOLE]);
  });

  it('is complete without any line', async () => {
    const pod = Pod.create().begin().end();
    const reading = new Reading(pod.attempt);
    await reading.done;
    expect([reading.texts, reading.end]).toEqual([[], WHOLE]);
  });

  it('is empty for a pod whose container never began, once the attempt has ended', async () => {
    const pod = Pod.create();
    const reading = new Reading(pod.attempt);
    reading.markEnded();
    await reading.done;
    expect(reading.end).toEqual(WHOLE);
  });

  it('of an ended attempt is read and finished, even if the status of the pod is still running', async () => {
    const pod = Pod.create().begin().print('last words');
    const reading = new Reading(pod.attempt);
    await reading.shows('last words');
    reading.markEnded();
    await reading.done;
    expect(reading.end).toEqual(WHOLE);
  });
});

describe('the log of a pod whose labels were removed', () => {
  it('is read to its end', async () => {
    const pod = Pod.create().begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    pod.unlabel();
    await until('it to be out of view', async () => {
      found.length = 0;
      await source.look();
      return !found.includes(pod.attempt);
    });
    // The stream is cut, so that the pod has to be found again.
    api.dropStreams();
    pod.print('two');
    await reading.shows('one', 'two');
    pod.print('three').end();
    reading.markEnded();
    await reading.done;
    expect(reading.texts).toEqual(['one', 'two', 'three']);
    expect([reading.end, reading.gaps]).toEqual([WHOLE, []]);
  });

  it('ends with a gap once the pod is gone', async () => {
    const pod = Pod.create().begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    pod.unlabel();
    pod.remove();
    api.dropStreams();
    await reading.done;
    expect(reading.end).toMatchObject({ gap: { reason: 'SourceGone' } });
  });
});

describe('a container that is restarted in place', () => {
  it('has the logs of its rounds in order, each line once', async () => {
    const pod = Pod.create('OnFailure').begin().print('first 1', 'first 2');
    const reading = new Reading(pod.attempt);
    await reading.shows('first 1', 'first 2');
    pod.end('Running').restart().print('second 1');
    await reading.shows('first 1', 'first 2', 'second 1');
    pod.end();
    await reading.done;
    expect([reading.gaps, reading.end]).toEqual([[], WHOLE]);
  });

  it('still has the rest of the former round for a late reader', async () => {
    const pod = Pod.create('OnFailure').begin().print('first 1');
    const early = new Reading(pod.attempt);
    await early.shows('first 1');
    await early.stop();
    pod.print('first 2').end('Running').restart().print('second 1').end();
    const late = new Reading(pod.attempt, early.position);
    await late.done;
    expect([late.texts, late.gaps, late.end]).toEqual([['first 2', 'second 1'], [], WHOLE]);
  });

  it('does not occupy memory of other readers while it waits, even if a round had no output', async () => {
    const pod = Pod.create('OnFailure').begin().end('Running');
    const before = api.countOf('log pods');
    const reading = new Reading(pod.attempt);
    await until('the round to be read', () => api.countOf('log pods') >= before + 2);
    expect(reading.hasRoom).toBe(false);
    await reading.stop();
    pod.restart();
    const later = new Reading(pod.attempt);
    await until('the next to be read', () => api.countOf('log pods') >= before + 3);
    expect(later.hasRoom).toBe(false);
    pod.print('one').end();
    await later.done;
    expect(later.texts).toEqual(['one']);
    expect(later.end).toEqual(WHOLE);
  });

  it('is read to the end of a round even if the next round, without output, was read instead', async () => {
    const pod = Pod.create('OnFailure').begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    api.faults.add({ verb: 'watch' }, { type: 'late', ms: 1_500 });
    api.dropStreams();
    pod.print('last').end('Running').restart();
    await reading.shows('one', 'last');
    await reading.stop();
    expect(reading.gaps).toEqual([]);
  }, 30_000);

  it('has each line once even if the watch reports the next round long after its first lines', async () => {
    const pod = Pod.create('OnFailure').begin().print('one');
    const reading = new Reading(pod.attempt);
    await reading.shows('one');
    api.faults.add({ verb: 'watch' }, { type: 'late', ms: 12_000 });
    api.dropStreams();
    pod.print('last').end('Running').restart().print('two', 'three');
    await reading.shows('one', 'last', 'two', 'three');
    pod.end();
    await reading.done;
    expect([reading.gaps, reading.end]).toEqual([[], WHOLE]);
  }, 30_000);

  it('has a gap if it was restarted twice without being read', async () => {
    const pod = Pod.create('OnFailure').begin().print('first');
    const early = new Reading(pod.attempt);
    await early.shows('first');
    await early.stop();
    for (const text of ['second', 'third']) pod.end('Running').restart().print(text);
    pod.end();
    const late = new Reading(pod.attempt, early.position);
    await late.done;
    expect([late.texts, late.gaps]).toEqual([['second', 'third'], ['RestartedUnread']]);
  });
});

describe('lost output', () => {
  it('is reported as a gap where the node has rotated the log away', async () => {
    const pod = Pod.create().begin().print('one');
    const first = new Reading(pod.attempt);
    await first.shows('one');
    await first.stop();
    pod.rest(10_000).print('lost', 'kept').end();
    api.logs.rotate(pod.uid, 1);
    const second = new Reading(pod.attempt, first.position);
    await second.done;
    expect([second.texts, second.gaps]).toEqual([['kept'], ['RotatedAway']]);
  });

  it.each([
    'unable to retrieve container logs for containerd://0123456789abcdef',
    'failed to try resolving symlinks in path "/var/log/pods/p/main/0.log": no such file or directory',
    'failed to open log file "/var/log/pods/p/main/0.log": no such file or directory',
  ])('is reported as a gap where the node answers with success: %s', async (remark) => {
    const pod = Pod.create().begin().print('never read').end();
    api.logs.lose(pod.uid, remark);
    const reading = new Reading(pod.attempt);
    await reading.done;
    expect([reading.texts, reading.end?.gap?.reason]).toEqual([[], 'LogLost']);
  });

  it('is reported as a gap while the container runs, once the node has sent the existing lines', async () => {
    const pod = Pod.create().begin().print('one');
    const first = new Reading(pod.attempt);
    await first.shows('one');
    await first.stop();
    pod.print('lost', 'kept');
    api.logs.rotate(pod.uid, 1);
    const second = new Reading(pod.attempt, first.position);
    await second.shows('kept');
    expect(second.gaps).toEqual(['RotatedAway']);
    pod.print('more').end();
    await second.done;
    expect([second.texts, second.end]).toEqual([['kept', 'more'], WHOLE]);
  }, 30_000);

  it('is reported as a gap where the pod is gone', async () => {
    const pod = Pod.create().begin().print('one');
    const first = new Reading(pod.attempt);
    await first.shows('one');
    await first.stop();
    pod.remove();
    const second = new Reading(pod.attempt, first.position);
    await second.done;
    expect(second.end?.gap?.reason).toBe('SourceGone');
    expect(await source.has(pod.attempt)).toBe(false);
  });
});

describe('a cluster whose state is not known yet', () => {
  it('leaves it open whether there is output while the collector starts', async () => {
    const pod = Pod.create().begin().print('one').end();
    await source.stop();
    let answer: ((namespaces: readonly string[]) => void) | null = null;
    tenantNamespaces = () => new Promise((resolve) => (answer = resolve));
    const opening = openSource();
    // A request to seal the output, which comes as soon as there is a connection.
    await expect(source.has(pod.attempt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(new Reading(pod.attempt).done).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const resolve = await until('the question', () => answer);
    tenantNamespaces = () => Promise.resolve([]);
    resolve([]);
    await opening;
    expect(await source.has(pod.attempt)).toBe(true);
  });

  it('is asked about namespaces of tenants that were created since the start', async () => {
    api.namespaces.add('theirs');
    const pod = Pod.create('Never', 'theirs');
    tenantNamespaces = () => Promise.resolve(['theirs']);
    expect(await source.has(pod.attempt)).toBe(true);
  });
});

describe('a cluster that cannot be read', () => {
  it('leaves it open whether there is output', async () => {
    const pod = Pod.create();
    pod.remove();
    await until('the removal to be seen', async () => !(await source.has(pod.attempt)));
    api.faults.add({ verb: 'list' }, { type: 'answer', status: 503 }, 10);
    await expect(source.has(pod.attempt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    api.faults.clear();
  });

  it('that refuses access for now does not make pods count as gone', async () => {
    const pod = Pod.create().begin().print('one').end();
    await source.stop();
    api.closedNamespaces.add('workers');
    await openSource();
    await expect(source.has(pod.attempt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(new Reading(pod.attempt).done).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    api.closedNamespaces.clear();
    const again = new Reading(pod.attempt);
    await again.done;
    expect([again.texts, again.end]).toEqual([['one'], WHOLE]);
  });

  it('makes a reading fail, which is repeated from its position', async () => {
    const pod = Pod.create().begin().print('one').end();
    api.faults.add({ verb: 'log' }, { type: 'answer', status: 500, message: 'dial tcp: connection refused' });
    await until('the pod to be known', () => found.includes(pod.attempt));
    await expect(new Reading(pod.attempt).done).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const again = new Reading(pod.attempt);
    await again.done;
    expect([again.texts, again.end]).toEqual([['one'], WHOLE]);
  });
});

test('the time of the last output is that of the newest line, over restarts in place; for a removed pod it is unknown', async () => {
  const pod = Pod.create('OnFailure').begin();
  expect(await source.lastWrittenAt(pod.attempt)).toBeNull();
  pod.print('a', 'b');
  expect(await source.lastWrittenAt(pod.attempt)).toBe(BASE + 100);
  pod.end('Running').restart();
  expect(await source.lastWrittenAt(pod.attempt)).toBe(BASE + 100);
  pod.print('c');
  expect(await source.lastWrittenAt(pod.attempt)).toBe(BASE + 200);
  pod.remove();
  await expect(source.lastWrittenAt(pod.attempt)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
