/** The runbook's requests to the NATS server: a real one answers, with the values that the section uses. */
import { connect } from '@nats-io/transport-node';
import { z } from 'zod';
import { freePort } from '#embedded-servers';
import { connectionOptions, ownNatsServer } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { runbookCommands, typed } from '../../e2e/support/runbook.js';

const connections = z.object({ connections: z.array(z.object({ name: z.string(), reason: z.string().optional() })) });
/** By the purpose of each line. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  '/healthz': z.object({ status: z.literal('ok') }),
  '/jsz': z.object({ streams: z.number(), config: z.object({ max_memory: z.number() }) }),
  '/connz?state=closed&limit=50': connections.refine(({ connections: all }) =>
    all.some(({ name, reason }) => name === 'gone' && reason === 'Client Closed'),
  ),
  '/connz?auth=true': connections.refine(({ connections: all }) => all.some(({ name }) => name === 'here')),
};

test('the NATS server reports whether it is healthy, who is connected, and why others no longer are', async () => {
  const port = await freePort();
  const { url, stop } = await ownNatsServer({ args: ['-m', String(port)] });
  const here = await connect({ ...connectionOptions(url), name: 'here' });
  try {
    await (await connect({ ...connectionOptions(url), name: 'gone' })).close();
    const commands = runbookCommands('nats').map(({ command }) => command);
    const askedFor = (command: string): string => /\$NATS_MONITOR([^"]*)"/.exec(command)?.[1] ?? '';
    expect(commands.map(askedFor).sort()).toEqual(Object.keys(ANSWERS).sort());
    for (const command of commands) {
      const wanted = ANSWERS[askedFor(command)];
      const NATS_MONITOR = `http://127.0.0.1:${port}`;
      // The server notices an end a moment after it.
      await until(command, async () => wanted?.safeParse(JSON.parse(await typed(command, { NATS_MONITOR }))).success);
    }
  } finally {
    await here.close();
    await stop();
  }
});
