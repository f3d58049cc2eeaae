// A web-service worker for try.sh: it says hello in the log of the run, and finishes. docs/guide/web-service.md explains one.
import { createServer } from 'node:http';

const TRIES = 60;

/** Repeated while the api is away: a callback is never lost. */
async function tell(url, token, body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let tried = 0; tried < TRIES; tried++) {
    const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  response.writeHead(201).end();
  const { runId, callback } = JSON.parse(text);
  await tell(callback.log, callback.token, { lines: [`hello from run ${runId}`], seq: 1 });
  await tell(callback.status, callback.token, { state: 'FINISHED' });
}).listen(Number(process.env.PORT ?? 8081), process.env.HOST ?? '0.0.0.0');
