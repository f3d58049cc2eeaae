import { asRunId, asTenantId } from '#common/domain/ids.js';
import { channelRequest } from '#common/notices/channel-request.js';
import { nextOfIncident, resolvedIncident, type Incident } from '#common/watch/incident.js';
import { newIncident, newIncidentOfRule, noticesOf } from './incident-of.js';

const AT = 1_700_000_000_000;
const spec = { name: 'Backup', schedule: { every: 3_600 }, channels: ['pager'] };
const monitor = { uid: 'u1', id: 'backup', tenant: asTenantId('ibm'), shard: 3, spec } as unknown as Parameters<
  typeof newIncident
>[0];
const opened = { type: 'opened', number: 1, at: AT, reason: 'missed', exitCode: null } as const;
const addressing = {
  sealed: (address: string) => address,
  digest: (address: string) => address,
  uiBase: 'https://carillon.test',
};

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

test('a notice of an incident links to its page, and to the first error of the job that was affected first', () => {
  const jobs = [{ job: 'a', name: 'A', message: 'a run has failed', since: AT, run: asRunId('a-1') }];
  const rule = { ...monitor, id: 'nights' };
  const change = { type: 'opened', number: 1, at: AT, seq: 1, reason: 'failed', jobs, count: 1 } as const;
  const [notice] = noticesOf(newIncidentOfRule(rule, change, AT), addressing);
  expect(notice?.body.incident).toMatchObject({
    url: 'https://carillon.test/#/incidents/u1-1',
    jobs: [{ id: 'a', errorUrl: 'https://carillon.test/#/runs/a-1?at=error' }],
  });
  const target = { type: 'slack', url: 'https://hooks.test/x' } as const;
  const { body } = channelRequest(target, notice!.body, { uiBase: 'https://carillon.test' });
  expect(body).toContain('<https://carillon.test/#/incidents/u1-1|Open the incident>');
  expect(body).toContain('<https://carillon.test/#/runs/a-1?at=error|First error>');
});

test('the same incident gives the same notices', () => {
  const ids = (): string[] => noticesOf(ended({ by: null }), addressing).map(({ id }) => id);
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(2);
});
