/** Pods that have ended, each with a log as a node sends it, behind a stand-in for the API server. */
import type { AttemptId } from '#common/domain/ids.js';
import { podMetadataOf } from '#testing/builders/pod-metadata.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import { logText } from './bench-text.js';

const LINES_AT_ONCE = 1_000;
const BEGAN_AT = Date.parse('2026-03-01T10:00:00.000Z');

export class BenchPods {
  private constructor(private readonly api: FakeApiServer) {}

  static async start(): Promise<BenchPods> {
    return new BenchPods(await FakeApiServer.start());
  }

  /** The fields by which a collector finds it. */
  get environment(): Record<string, string> {
    return { KUB_HOST: this.api.url, KUB_TOKEN: 't', KUB_NAMESPACE: 'workers', KUB_QPS: '0' };
  }

  add(attempt: AttemptId, lines: number, lineBytes: number): void {
    const { metadata } = this.api.store.create('pods', 'workers', {
      metadata: podMetadataOf(attempt),
      spec: { restartPolicy: 'Never', nodeName: 'n' },
      status: {
        phase: 'Succeeded',
        containerStatuses: [{ name: 'main', restartCount: 0, state: { terminated: { exitCode: 0 } } }],
      },
    } as unknown as Parameters<FakeApiServer['store']['create']>[2]);
    const last = stamped(lines - 1, lineBytes);
    this.api.logs.play(metadata.uid, { parts: () => logParts(lines, lineBytes), last });
  }

  forgetAll(): void {
    for (const pod of this.api.pods()) this.api.store.remove('pods', pod);
  }

  close(): Promise<void> {
    return this.api.close();
  }
}

function* logParts(lines: number, lineBytes: number): Generator<string, void, undefined> {
  for (let line = 0; line < lines; line += LINES_AT_ONCE) {
    const count = Math.min(LINES_AT_ONCE, lines - line);
    yield Array.from({ length: count }, (_, i) => stamped(line + i, lineBytes)).join('');
  }
}

/** A line a tenth of a millisecond after the one before. */
function stamped(number: number, lineBytes: number): string {
  const seconds = new Date(BEGAN_AT + Math.floor(number / 10_000) * 1_000).toISOString().slice(0, 19);
  return `${seconds}.${String((number % 10_000) * 100_000).padStart(9, '0')}Z ${logText(number, lineBytes)}\n`;
}
