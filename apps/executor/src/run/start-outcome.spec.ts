import { globSync, readFileSync } from 'node:fs';
import type { StartResult } from '../engines/engine.js';
import { REASONS } from './reasons.js';
import { startOutcome } from './start-outcome.js';

const refused = (reason: string): StartResult => ({ type: 'refused', retryable: true, reason, message: '' });
const inDoubt = (reason: string): StartResult => ({ type: 'inDoubt', reason, message: '' });
const failed = (reason: string): StartResult => ({
  type: 'failed',
  end: { result: 'failed', at: 0, exitCode: null, reason, message: '' },
});

test.each<[string, StartResult, ReturnType<typeof startOutcome>]>([
  ['a worker that has answered', { type: 'started', at: 0, node: null }, 'accepted'],
  ['a pod that was created', { type: 'created', node: null }, 'accepted'],
  ['an attempt that was there', { type: 'alreadyStarted', node: null }, 'accepted'],
  ['a worker that answers 500', failed('Http500'), 'accepted'],
  ['a worker that asks to wait', refused('Http503'), 'refused'],
  ['a worker that cannot be reached', refused('NotReachable'), 'refused'],
  ['a worker that does not answer', inDoubt('NoAnswer'), 'refused'],
  ['a namespace without room', refused('QuotaExceeded'), 'refused'],
  ['a secret that its job may not read', refused(REASONS.SecretRefused), 'refused'],
  ['a claim that has ended', { type: 'notSent', message: '' }, null],
  ['a key that is missing', refused(REASONS.SecretUnreadable), 'failed'],
  ['a cluster that does not answer', refused('ApiServerUnavailable'), 'failed'],
  ['a spool whose disk is full', inDoubt('SpoolUnavailable'), 'failed'],
  ['a host without memory', failed('HostOutOfMemory'), 'failed'],
])('%s', (_case, result, outcome) => {
  expect(startOutcome(result)).toBe(outcome);
});

test('each reason of its own is one that the executor gives', () => {
  const text = readFileSync(new URL('./start-outcome.ts', import.meta.url), 'utf8');
  const named = [...text.matchAll(/^ {2}'(\w+)',$/gm)].map(([, reason = '']) => reason);
  const sources = globSync('apps/executor/src/{engines,loop}/**/*.ts', {
    exclude: (path) => path.endsWith('.spec.ts'),
  });
  const given = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((reason) => !given.includes(`reason: '${reason}'`))).toEqual([]);
});
