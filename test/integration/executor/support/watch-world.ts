/** For all tests of a file: a world, two executors that check each second, and a receiver of the notices to the channels `ops` and `boss`. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asTenantId } from '#common/domain/ids.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { noticeBody, type NoticeBody } from '#common/spec/notify.js';
import { startService, type ServiceProcess } from '../../support/service-process.js';
import { box, World } from './world.js';

export const TEST_LIMIT_MS = 240_000;
export const LIMIT_MS = 90_000;
/** Longer than a lease. */
export const FREEZE_MS = 8_000;
const INTERVAL_SECONDS = 1;
/** The time in which the rules are checked several times. */
export const TURNS_MS = 5_000 * INTERVAL_SECONDS;
export const tenant = asTenantId('ibm');
/** The fields of every stored definition. */
export const definition = { tenant, rev: 1, updatedAt: 0, updatedBy: 'test' } as const;

interface Started {
  readonly world: World;
  readonly executors: ServiceProcess[];
  readonly server: Server;
}

export class WatchOfThisFile {
  /** Such first tries (`<rule>/<step>`) are answered with 503; each is removed with its answer. */
  readonly refused = new Set<string>();
  /** By key: a notice whose sender died before it could save that is sent again under the same one. */
  private readonly received = new Map<string, NoticeBody>();
  private started: Started | undefined;

  constructor() {
    beforeAll(() => this.start(), TEST_LIMIT_MS);
    afterAll(() => this.stop(), TEST_LIMIT_MS);
  }

  get world(): World {
    return this.parts.world;
  }

  /** A test that kills one puts the next in its place. */
  get executors(): ServiceProcess[] {
    return this.parts.executors;
  }

  readonly mongo = (): Mongo => this.world.mongo;

  readonly startExecutor = (): Promise<ServiceProcess> => startExecutor(this.world);

  /** Of a monitor or a rule, in the order of their coming. */
  readonly noticesOf = (id: string): NoticeBody[] =>
    [...this.received.values()].filter(({ incident }) => incident?.monitor === id);

  /** The id of a notice ends with a digest of its channel: the order of two channels is not promised. */
  readonly stepsOf = (id: string): string[] =>
    this.noticesOf(id)
      .map(({ on }) => on)
      .toSorted();

  private get parts(): Started {
    if (this.started === undefined) throw new Error('it is started before the first test');
    return this.started;
  }

  private async start(): Promise<void> {
    const server = this.receiver();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const world = await World.create();
    const executors = await Promise.all([startExecutor(world), startExecutor(world)]);
    this.started = { world, executors, server };
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    for (const id of ['ops', 'boss']) {
      const target = { type: 'webhook', url: box.seal(`${url}/${id}`) } as const;
      await new ChannelsStore(world.mongo).insert({ ...definition, id, spec: { target } }, 'test');
    }
  }

  private async stop(): Promise<void> {
    const { world, executors, server } = this.parts;
    for (const executor of executors) await executor.stop();
    await world.close();
    server.closeAllConnections();
    server.close();
  }

  private receiver(): Server {
    return createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const body = noticeBody.parse(JSON.parse(text));
        if (this.refused.delete(`${body.incident?.monitor}/${body.on}`)) return response.writeHead(503).end();
        this.received.set(body.id, body);
        return response.writeHead(204).end();
      });
    });
  }
}

const startExecutor = ({ env }: World): Promise<ServiceProcess> =>
  startService('executor', { ...env, WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS) });
