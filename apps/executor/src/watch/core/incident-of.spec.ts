import { asTenantId } from '#common/domain/ids.js';
import { nextOfIncident, resolvedIncident, type Incident } from '#common/watch/incident.js';
import { newIncident, noticesOf } from './incident-of.js';

const AT = 1_700_000_000_000;
const spec = { name: 'Backup', schedule: { every: 3_600 }, channels: ['pager'] };
const monitor = { uid: 'u1', id: 'backup', tenant: asTenantId('ibm'), shard: 3, spec } as unknown as Parameters<
  typeof newIncident
>[0];
const opened = { type: 'opened', number: 1, at: AT, reason: 'missed', exitCode: null } as const;
const addressing = { sealed: (address: string) => address, digest: (address: string) => address };

const ended = (how: Parameters<typeof resolvedIncident>[2]): Incident =>
  nextOfIncident(resolvedIncident(newIncident(monitor, opened, AT), AT + 60_000, how)!, monitor.spec, AT + 60_000);
const saidOf = (incident: Incident): string[] => noticesOf(incident, addressing).map(({ body }) => body.message);

const begins = 'Backup: no success was reported in time';

test.each<[string, Parameters<typeof resolvedIncident>[2], string]>([
  ['a success', { by: null }, 'Backup: recovered'],
  ['a person', { by: 'ada' }, 'Backup: resolved by ada'],
  [
    'a pause, which is not a recovery',
    { by: null, isPaused: true },
    'Backup: is paused, so it is not watched any more',
  ],
])('the notice of an end names its cause: %s', (_what, how, said) => {
  expect(saidOf(ended(how))).toEqual([begins, said]);
});

test('the same incident gives the same notices', () => {
  const ids = (): string[] => noticesOf(ended({ by: null }), addressing).map(({ id }) => id);
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(2);
});
