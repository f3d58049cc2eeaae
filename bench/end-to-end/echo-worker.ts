import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const invocationSchema = z.looseObject({
  runId: z.string(),
  scheduledFor: z.string().nullable(),
  /** A job of another queue has no callback: it ends with the answer. */
  callback: z.object({ status: z.string(), token: z.string() }).optional(),
});

export interface Arrival {
  readonly run: string;
  /** The slot, epoch milliseconds; null for a run without one. */
  readonly slot: number | null;
  /** When the POST was received, epoch milliseconds. */
  readonly at: number;
}

export interface EchoWorker {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** When the final status of a run was acknowledged, epoch milliseconds. */
  readonly finished: number[];
  /** The time from the sending of each final status to its answer, in milliseconds. */
  readonly callbackMs: number[];
  /** Final statuses that are not answered yet, including those that wait for a connection. */
  readonly unanswered: () => number;
  readonly refused: Map<number, number>;
  close(): void;
}

const MAX_SOCKETS = 64;
const FINISHED = JSON.stringify({ state: 'FINISHED' });

/** A web-service worker that does nothing: replies 201 and reports FINISHED at once. */
export async function startEchoWorker(): Promise<EchoWorker> {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  const arrivals: Arrival[] = [];
  const finished: number[] = [];
  const callbackMs: number[] = [];
  let unanswered = 0;
  const refused = new Map<number, number>();

  const report = (callback: { status: string; token: string }): void => {
    const call = httpRequest(callback.status, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${callback.token}`, 'content-type': 'application/json' },
    });
    let sentAt = 0;
    unanswered += 1;
    call.once('socket', () => (sentAt = performance.now()));
    call.once('response', (response) => {
      response.resume();
      unanswered -= 1;
      callbackMs.push(performance.now() - sentAt);
      const status = response.statusCode ?? 0;
      if (status === 204) finished.push(Date.now());
      else refused.set(status, (refused.get(status) ?? 0) + 1);
    });
    call.once('error', () => {
      unanswered -= 1;
      refused.set(0, (refused.get(0) ?? 0) + 1);
    });
    call.end(FINISHED);
  };

  const server = createServer((request, response) => {
    const at = Date.now();
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      response.writeHead(201).end();
      const { runId, scheduledFor, callback } = invocationSchema.parse(JSON.parse(body));
      arrivals.push({ run: runId, slot: scheduledFor === null ? null : Date.parse(scheduledFor), at });
      if (callback !== undefined) report(callback);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    finished,
    callbackMs,
    unanswered: () => unanswered,
    refused,
    close: () => {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
