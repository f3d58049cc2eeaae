/** A target of logs over HTTP, for tests: it keeps what it takes, and answers as it is told to. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface TargetRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Bytes on the line. */
  readonly size: number;
  /** The ids and texts of its OTLP log records, in order. */
  readonly lines: readonly { readonly id: string; readonly text: string }[];
}

export interface TargetAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly text?: string;
}

export class LogTargetServer {
  /** All requests that were read, also those that were refused. */
  readonly requests: TargetRequest[] = [];
  /** The answer; null: none at all. */
  answer: (request: TargetRequest) => TargetAnswer | null = () => ({ status: 200, text: '{}' });

  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(tls?: { readonly key: Buffer; readonly cert: Buffer }): Promise<LogTargetServer> {
    const listener: RequestListener = (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts);
        const { url: path = '', headers } = request;
        const found = { path, headers, size: body.length, lines: linesIn(gunzipSync(body).toString('utf8')) };
        target.requests.push(found);
        const answer = target.answer(found);
        if (answer === null) return;
        response.writeHead(answer.status, answer.headers);
        response.end(answer.text);
      });
    };
    const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const stop = async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    };
    const target = new LogTargetServer(`http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`, stop);
    return target;
  }

  /** The ids of all lines in the order in which they came. */
  get ids(): string[] {
    return this.requests.flatMap(({ lines }) => lines.map(({ id }) => id));
  }
}

interface Otlp {
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly {
        readonly body: { readonly stringValue: string };
        readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
      }[];
    }[];
  }[];
}

function linesIn(text: string): TargetRequest['lines'] {
  const { resourceLogs = [] } = JSON.parse(text) as Otlp;
  const records = resourceLogs.flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  return records.map(({ body, attributes }) => ({
    id: attributes.find(({ key }) => key === 'log.record.uid')?.value.stringValue ?? '',
    text: body.stringValue,
  }));
}
