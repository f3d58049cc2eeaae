/** Requests for runs, and their answers. */
import { Agent, request as httpRequest } from 'node:http';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type Post = (path: string, body: unknown) => Promise<Answer>;

/** The id of the run that one request has started. Throws if it was refused. */
export function runOf({ status, body }: Answer): string {
  if (status !== 202) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return (body as { run: { id: string } }).run.id;
}

/** The ids of the runs of a batch. Throws where one of them was refused. */
export function runsOf({ status, body }: Answer): string[] {
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  const { items } = body as { items: { run?: string; code?: string }[] };
  return items.map(({ run, code }) => {
    if (run === undefined) throw new Error(`refused: ${String(code)}`);
    return run;
  });
}

/** Kept connections and no abstraction: the client runs on the same cores as the services that it measures. */
export function postTo(baseUrl: string, token: string): Post {
  const agent = new Agent({ keepAlive: true });
  return (path, body) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const call = httpRequest(`${baseUrl}${path}`, { method: 'POST', agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
        });
      });
      call.once('error', reject);
      call.end(JSON.stringify(body));
    });
}
