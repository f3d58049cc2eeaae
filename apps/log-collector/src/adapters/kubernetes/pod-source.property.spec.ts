/** Whatever becomes of connections and collectors, each line of a pod is read once and in its order. */
import fc from 'fast-check';
import { asAttemptId, type AttemptId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import { podMetadataOf } from '#testing/builders/pod-metadata.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { worlds } from '#testing/long-form.js';
import { openedPodSource } from '#testing/opened-pod-source.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import type { SourceEnd } from '../../core/source.js';
import type { PodSource } from './pod-source.js';

/** A world takes some milliseconds. One that stands still for so long is reported with its values. */
const WORLD_LIMIT_MS = 20_000;
const BASE = Date.parse('2026-03-01T10:00:00.000Z');

interface Printed {
  readonly at: number;
  readonly text: string;
}

/** One collector's life: what its connections suffer, and after how many blocks it dies without having stored the next. */
interface Life {
  readonly faults: readonly ({ readonly cut: number } | { readonly status: number })[];
  readonly blocksStored: number;
}

const printed = fc
  .array(
    fc.record({
      step: fc.constantFrom(0, 0, 0.001, 0.4, 30, 2_500),
      back: fc.constantFrom(0, 0, 0, 200),
      text: fc.constantFrom('', 'a', 'a', 'b', 'zwölf €', '𝄞 clef', 'nul \0 bell \x07', 'x'.repeat(300), 'tail\r'),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((steps): Printed[] => {
    let at = BASE + 1_000;
    return steps.map(({ step, back, text }) => {
      at += step;
      if (back === 0) return { at, text };
      // The other hand is behind. Of the same time are only neighbours: two hands never write in one nanosecond.
      at += 0.002;
      return { at: at - back - 0.001, text };
    });
  });
const life: fc.Arbitrary<Life> = fc.record({
  faults: fc.array(
    fc.oneof(fc.record({ cut: fc.nat({ max: 3_000 }) }), fc.record({ status: fc.constantFrom(500, 503) })),
    { maxLength: 4 },
  ),
  blocksStored: fc.nat({ max: 3 }),
});

/** The connection is to be cut after exactly what there is: it ends as any other. */
const CUT_AT_END: [Printed[], Life[]] = [[{ at: BASE, text: 'a' }], [{ faults: [{ cut: 33 }], blocksStored: 1 }]];

let api: FakeApiServer;
let source: PodSource;
let pods = 0;

beforeAll(async () => {
  api = await FakeApiServer.start();
  source = await openedPodSource(api, 300);
});

afterAll(async () => {
  await source.stop();
  await api.close();
});

/** A pod that has printed this and ended. */
function endedPod(lines: readonly Printed[]): AttemptId {
  const attempt = asAttemptId(`random${++pods}/0/main/0/1`);
  const { metadata } = api.store.create('pods', 'workers', {
    metadata: podMetadataOf(attempt),
    spec: { restartPolicy: 'Never', nodeName: 'n' },
    status: {
      phase: 'Succeeded',
      containerStatuses: [{ name: 'main', restartCount: 0, state: { terminated: { exitCode: 0 } } }],
    },
  } as unknown as KubeObject);
  api.logs.begin(metadata.uid);
  api.logs.write(metadata.uid, lines);
  api.logs.end(metadata.uid);
  return attempt;
}

/** What is stored of an attempt: its lines, and the position after them. */
class Stored {
  readonly texts: string[] = [];
  readonly gaps: string[] = [];
  private position: string | null = null;

  constructor(private readonly attempt: AttemptId) {}

  /** Reads on from what is stored. Gives how reading ended; undefined when the collector died before. */
  async live({ faults, blocksStored }: Life): Promise<SourceEnd | undefined> {
    for (const fault of faults)
      api.faults.add(
        { verb: 'log' },
        'cut' in fault ? { type: 'cutWithin', afterBytes: fault.cut } : { type: 'answer', status: fault.status },
      );
    const stopping = new AbortController();
    const control = {
      stop: stopping.signal,
      attemptEnded: new AbortController().signal,
      admit: () => Promise.resolve(),
    };
    const blocks = source.read(this.attempt, this.position, control);
    try {
      for (let stored = 0; ; stored++) {
        const next = await blocks.next();
        if (next.done) return next.value;
        if (stored === blocksStored) return undefined;
        this.texts.push(...next.value.lines.map(({ text }) => text));
        this.position = next.value.position;
        if (next.value.gap) this.gaps.push(next.value.gap.reason);
      }
    } catch (error) {
      // The follower begins again from what is stored.
      if (error instanceof AppError && error.retryable) return undefined;
      throw error;
    } finally {
      stopping.abort();
      await blocks.return(undefined);
      api.faults.clear();
    }
  }
}

it('is so wherever connections are cut, in a line or a character, and wherever collectors die', async () => {
  await fc.assert(
    fc.asyncProperty(printed, fc.array(life, { maxLength: 6 }), async (lines, lives) => {
      const stored = new Stored(endedPod(lines));
      for (const each of lives) await stored.live(each);
      const end = await stored.live({ faults: [], blocksStored: Infinity });
      expect(stored.texts).toEqual(lines.map(({ text }) => text.replace(/\r$/, '')));
      expect([stored.gaps, end]).toEqual([[], { gap: null }]);
    }),
    { numRuns: worlds(150), timeout: WORLD_LIMIT_MS, examples: [CUT_AT_END] },
  );
}, 600_000);
