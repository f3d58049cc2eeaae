/** For all tests of a file: a world with its crew, and a webhook that the rules of its jobs name. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { noticeBody, type NoticeBody, type NotifyRule } from '#common/spec/notify.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { crewOfThisFile, type Crew } from './crew.js';
import { box, type World } from './world.js';

export interface Received {
  readonly key: string;
  readonly body: NoticeBody;
}

/** Answers with the next of `answers`, then 204; 0 means never. */
class Webhook {
  readonly received: Received[] = [];
  answers: number[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.take(request).then(() => {
        const status = this.answers.shift() ?? 204;
        if (status > 0) response.writeHead(status).end();
      });
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  of(run: string): Received[] {
    return this.received.filter(({ body }) => body.run?.id === run);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async take(request: IncomingMessage): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    this.received.push({ key: String(request.headers['idempotency-key']), body: noticeBody.parse(JSON.parse(text)) });
  }
}

export class NoticesOfThisFile {
  readonly webhook = new Webhook();
  private readonly started: { readonly world: World; readonly crew: Crew };

  constructor() {
    beforeAll(() => this.webhook.listen());
    // Hooks of the end run in the order of their definition: the crew ends before the webhook does.
    this.started = crewOfThisFile();
    afterAll(() => this.webhook.close());
  }

  get world(): World {
    return this.started.world;
  }

  get crew(): Crew {
    return this.started.crew;
  }

  /** A job with the rules, stored as the api does. */
  readonly jobWith = async (
    id: string,
    notify: NotifyRule[],
  ): Promise<{ jobId: string; job: { notify: NotifyRule[] } }> => {
    const now = Date.now();
    await new JobsStore(this.world.mongo).insert(
      {
        id: asJobId(id),
        tenant: asTenantId('ibm'),
        version: 1,
        rev: 1,
        createdAt: now,
        updatedAt: now,
        updatedBy: 'test',
        spec: { tenant: 'ibm', name: `Job ${id}`, worker: 'worker', notify },
        sealed: { secureParameters: null, httpHeaders: {} },
        paused: null,
        deletedAt: null,
      },
      'test',
    );
    return { jobId: id, job: { notify } };
  };

  readonly rule = (on: NotifyRule['on'], url = this.webhook.url): NotifyRule => ({ on, webhook: box.seal(url) });
}
