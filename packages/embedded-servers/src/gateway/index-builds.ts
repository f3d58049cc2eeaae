/**
 * Index builds that take time, for tests of what a large collection does to a real server: the answer comes at the end, a build goes on
 * without the client that asked for it, and an unfinished index is listed.
 */
import { deserialize, type Document } from 'bson';
import { setTimeout as delay } from 'node:timers/promises';
import type { Request } from './request.js';

interface Build {
  readonly spec: Document;
  readonly buildUUID: string;
}

interface UnderWay {
  readonly builds: readonly Build[];
  readonly startedAt: number;
  readonly ended: Promise<Document>;
}

export class IndexBuilds {
  /** By namespace. */
  private readonly underWay = new Map<string, UnderWay>();
  private count = 0;

  /** `buildMs`: how long a build of a collection with documents takes; 0 is as long as the engine needs. */
  constructor(
    private readonly buildMs: number,
    private readonly hasDocuments: (request: Request) => Promise<boolean>,
  ) {}

  /** Whoever asks again while a build is under way waits for it first, as with a real server. */
  async build(request: Request, create: () => Promise<Document>): Promise<Document> {
    if (this.buildMs === 0 || !(await this.hasDocuments(request))) return create();
    const earlier = this.underWay.get(request.namespace);
    if (earlier !== undefined) {
      await earlier.ended.catch(() => undefined);
      return create();
    }
    const specs: Document[] = deserialize(request.body)['indexes'] as Document[];
    const builds = specs.map((spec) => ({ spec: { v: 2, ...spec }, buildUUID: `build-${(this.count += 1)}` }));
    const ended = delay(this.buildMs).then(create);
    this.underWay.set(request.namespace, { builds, startedAt: performance.now(), ended });
    return ended.finally(() => this.underWay.delete(request.namespace));
  }

  /** The listed indexes, with those that are being built. */
  listed(request: Request, ready: readonly Document[]): Document[] {
    const names = new Set(ready.map(({ name }) => name as unknown));
    const building = (this.underWay.get(request.namespace)?.builds ?? []).filter(
      ({ spec }) => !names.has(spec['name']),
    );
    return [...ready, ...building.map((build) => (request.has('includeBuildUUIDs') ? { ...build } : build.spec))];
  }

  /** As `$currentOp` lists them. */
  get operations(): Document[] {
    return [...this.underWay].map(([ns, { startedAt, builds }]) => ({
      type: 'op',
      op: 'command',
      ns,
      active: true,
      desc: 'IndexBuildsCoordinator',
      command: { createIndexes: ns.slice(ns.indexOf('.') + 1), indexes: builds.map(({ spec }) => spec) },
      progress: { done: Math.min(this.buildMs, Math.floor(performance.now() - startedAt)), total: this.buildMs },
    }));
  }
}
