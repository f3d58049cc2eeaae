/** Each line of a pod is read once and in order, with any faults of connections and collectors. */
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

/** A world takes some milliseconds. A world that takes this long is reported with its values. */
const WORLD_LIMIT_MS = 20_000;
const BASE = Date.parse('2026-03-01T10:00:00.000Z');

interface Printed {
  readonly at: number;
  readonly text: string;
}

/** The life of one collector: the faults of its connections, and the number of blocks after which it dies before it stores the next. */
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
      // The second stream is behind. Only neighbours have equal times: two streams never write in the same nanosecond.
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

/** The connection is cut exactly after the existing bytes: it ends like any other. */
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

/** A pod that has printed these lines and ended. */
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

  /** Reads from the stored position. Returns the end of the reading; undefined if the collector died before. */
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
      // The follower begins again at the stored position.
      if (error instanceof AppError && error.retryable) return undefined;
      throw error;
    } finally {
      stopping.abort();
      await blocks.return(undefined);
      api.faults.clear();
    }
  }
}

it('each line is read once and in order, for connections that are cut within a line or character, and collectors that die', async () => {
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
