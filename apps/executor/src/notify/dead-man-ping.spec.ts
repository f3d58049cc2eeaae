import { createLogger } from '#common/logging/logger.js';
import type { CallOutcome } from '../engines/webservice/http-caller.js';
import { DeadManPing } from './dead-man-ping.js';
import { Monitor } from './monitor.js';

const URL = 'https://monitor.example/secret';
const TAKEN: CallOutcome = { type: 'answered', status: 200, text: 'OK' };

interface Situation {
  readonly problems?: readonly string[];
  readonly owned?: readonly number[];
  readonly outcome?: CallOutcome;
}

interface World {
  readonly ping: DeadManPing;
  /** The addresses that were called. */
  readonly called: string[];
  readonly results: string[];
}

function worldOf({ problems = [], owned = [0], outcome = TAKEN }: Situation): World {
  const called: string[] = [];
  const results: string[] = [];
  const caller = {
    post: ({ url }: { url: string }) => {
      called.push(url);
      return Promise.resolve(outcome);
    },
    close: () => Promise.resolve(),
  };
  const metrics = { deadManPings: { inc: ({ result }: { result: string }) => results.push(result) } };
  const ping = new DeadManPing(
    () => new Set(owned),
    { problems: () => Promise.resolve([...problems]) },
    new Monitor(URL, 60_000, caller, 'carillon/1'),
    { metrics: metrics as never, log: createLogger('test', 'silent') },
  );
  return { ping, called, results };
}

test('the owner of the first shard sends the ping while everything works', async () => {
  const { ping, called, results } = worldOf({});
  await ping.step();
  expect([called, results]).toEqual([[URL], ['sent']]);
});

test('other replicas send no ping', async () => {
  const { ping, called, results } = worldOf({ owned: [1, 2] });
  await ping.step();
  expect([called, results]).toEqual([[], []]);
});

test('no ping is sent while there is a problem', async () => {
  const { ping, called, results } = worldOf({ problems: ['no api is ready'] });
  await ping.step();
  expect([called, results]).toEqual([[], ['withheld']]);
});

test.each<[string, CallOutcome]>([
  ['answers 404', { type: 'answered', status: 404, text: '' }],
  ['is away', { type: 'notSent', message: 'connection refused' }],
  ['does not answer', { type: 'noAnswer', message: 'time-out' }],
])('a monitor that %s causes an error that does not contain its address', async (_, outcome) => {
  const { ping, results } = worldOf({ outcome });
  const error = await ping.step().catch(String);
  expect(error).toContain('the monitor did not accept the dead-man ping');
  expect(error).not.toContain('secret');
  expect(results).toEqual(['failed']);
});
