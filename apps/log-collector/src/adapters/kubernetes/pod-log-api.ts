/** The requests for a pod's log, and the lines of the answers. */
import { z } from 'zod';
import { MAX_SOURCE_BLOCK_BYTES, MAX_SOURCE_LINE_BYTES } from '#common/domain/limits.js';
import { attemptSelector, MAIN_CONTAINER } from '#common/run/pod-contract.js';
import type { AttemptKey } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { type ApiClient, type ApiStream, ApiError, nullIfNotFound } from '#common/kubernetes/api-client.js';
import { podPath, podsPath } from '#common/kubernetes/requests.js';
import { followedPod, type FollowedPod } from '../../core/kubernetes/followed-pod.js';
import { DISORDER_MS } from '../../core/kubernetes/log-position.js';
import {
  JOIN_PIECES,
  MAX_STAMP_BYTES,
  PIECE_BYTES,
  stampBytes,
  StampReader,
  type StampedLine,
} from '../../core/kubernetes/stamped-line.js';
import { LineFramer } from '../../core/line-framer.js';
import { NodeLimiter } from './timed-semaphore.js';

export interface LogQuery {
  /** The log of the round (start of the container) before the newest. */
  readonly previous: boolean;
  readonly follow: boolean;
  /** Only lines from about this time; null: everything that the node still has. */
  readonly since: Instant | null;
}

/** The lines of one part of an answer. */
export interface LogPart {
  readonly lines: readonly StampedLine[];
  /** Messages of the node itself. */
  readonly remark: string | null;
}

/** A container may be silent for long; a connection that is silent for longer is opened again. */
const IDLE_MS = 600_000;
/** The answer of a node that has no such start of the container. */
const HTTP_BAD_REQUEST = 400;
const MAX_PIECES = Math.ceil(MAX_SOURCE_LINE_BYTES / PIECE_BYTES);
const MAX_RAW_LINE_BYTES = MAX_SOURCE_LINE_BYTES + (MAX_PIECES + 1) * MAX_STAMP_BYTES;

const podList = z.object({ items: z.array(followedPod).nullish() });

export class PodLogApi {
  private readonly nodes = new NodeLimiter();

  constructor(private readonly client: ApiClient) {}

  async open(pod: FollowedPod, { previous, follow, since }: LogQuery): Promise<PodLogStream> {
    const query = {
      ...COMMON,
      ...(previous && { previous: 'true' }),
      ...(follow && { follow: 'true' }),
      ...(since !== null && { sinceTime: wholeSecond(since - DISORDER_MS) }),
    };
    const release = follow ? NOTHING_TO_RELEASE : await this.nodes.acquire(pod.spec.nodeName);
    try {
      const request = { verb: 'log', path: logPath(pod.metadata), lane: 'read', query } as const;
      return new PodLogStream(await this.client.stream(request, IDLE_MS), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** The last line that the node has; null for an empty log, the node's own message if there is no log. */
  last(pod: FollowedPod, previous: boolean): Promise<StampedLine | string | null> {
    return this.nodes.run(pod.spec.nodeName, () => this.readLast(pod, previous));
  }

  /** The same for the start before the newest; null if there was none. */
  async lastOfFormer(pod: FollowedPod): Promise<StampedLine | string | null> {
    try {
      return await this.last(pod, true);
    } catch (error) {
      if (error instanceof ApiError && error.status === HTTP_BAD_REQUEST) return null;
      throw error;
    }
  }

  private async readLast({ metadata }: FollowedPod, previous: boolean): Promise<StampedLine | string | null> {
    const query = { ...COMMON, ...(previous && { previous: 'true' }), tailLines: '1' };
    const request = { verb: 'log', path: logPath(metadata), lane: 'finish', query } as const;
    const stream = new PodLogStream(await this.client.stream(request, IDLE_MS), NOTHING_TO_RELEASE);
    let last: StampedLine | null = null;
    for await (const bytes of stream.parts()) {
      const { lines, remark } = stream.read(bytes);
      if (remark !== null) return remark;
      last = lines.at(-1) ?? last;
    }
    return stream.end() ?? stream.unfinished() ?? last;
  }

  async get({ metadata }: FollowedPod): Promise<FollowedPod | null> {
    const path = podPath(metadata);
    const pod = followedPod
      .nullable()
      .parse(await this.client.call({ verb: 'get', path, lane: 'read' }).catch(nullIfNotFound));
    return pod?.metadata.uid === metadata.uid ? pod : null;
  }

  /** The pods of a namespace that have the attempt's labels. */
  async list(namespace: string, instance: string, key: AttemptKey): Promise<FollowedPod[]> {
    const query = { labelSelector: attemptSelector(instance, key) };
    const path = podsPath(namespace);
    return podList.parse(await this.client.call({ verb: 'list', path, lane: 'read', query })).items ?? [];
  }
}

/** One answer, read as a stream. */
export class PodLogStream {
  private readonly framer = new LineFramer(MAX_RAW_LINE_BYTES, JOIN_PIECES, stampBytes);
  private readonly stamps = new StampReader();

  constructor(
    private readonly stream: ApiStream,
    private readonly release: () => void,
  ) {}

  /**
   * The bytes of the answer, at most one block at a time. Ends when the node has ended the stream or it was closed. Throws ApiError when
   * the connection was lost.
   */
  async *parts(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const bytes of this.stream.body) {
      for (let from = 0; from < bytes.length; from += MAX_SOURCE_BLOCK_BYTES)
        yield bytes.subarray(from, from + MAX_SOURCE_BLOCK_BYTES);
    }
    this.release();
  }

  /** The lines that a part completed. */
  read(bytes: Uint8Array): LogPart {
    const lines: StampedLine[] = [];
    let remark: string | null = null;
    for (const framed of this.framer.push(bytes)) {
      const line = this.stamps.read(framed);
      if (line === null) remark = framed.text;
      else lines.push(line);
    }
    return { lines, remark };
  }

  /** To be called after the last part. Returns the node's own message there, if there is one. */
  end(): string | null {
    const rest = this.framer.end();
    if (rest === null) return null;
    this.lastLine = this.stamps.read(rest);
    return this.lastLine === null ? rest.text : null;
  }

  /** The last line if it has no line end: whether it is complete is known only when the container has ended. */
  unfinished(): StampedLine | null {
    return this.lastLine;
  }

  close(): void {
    this.release();
    this.stream.close();
  }

  private lastLine: StampedLine | null = null;
}

/** A followed log stays open for long and has its own connection in any case. */
const NOTHING_TO_RELEASE = (): void => undefined;
const COMMON = { container: MAIN_CONTAINER, timestamps: 'true' };

const logPath = (metadata: FollowedPod['metadata']): string => `${podPath(metadata)}/log`;

/** Throws UNAVAILABLE for an error of the API server. */
export function throwUnavailable(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new AppError('UNAVAILABLE', `the log of a pod cannot be read now: ${error.message}`, { cause: error });
}

/** Servers pass the time on to nodes in whole seconds. */
const wholeSecond = (at: Instant): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
