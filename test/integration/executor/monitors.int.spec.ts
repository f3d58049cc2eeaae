/** Monitors go down and recover, with a receiver that counts. */
import { setTimeout as delay } from 'node:timers/promises';
import { contracts } from '#common/messages/registry.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { MonitorStatesStore } from '#common/mongo/watch-states.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import { until } from '#testing/until.js';
import { PingedMonitors } from './support/pinged-monitors.js';
import { LIMIT_MS, tenant, TEST_LIMIT_MS, WatchOfThisFile } from './support/watch-world.js';

const here = new WatchOfThisFile();
const { noticesOf, stepsOf, mongo } = here;
const { monitor, ping } = new PingedMonitors(mongo);

test.concurrent(
  'a monitor without its success goes down, is escalated, and its next success ends the incident',
  async () => {
    const backup = await monitor('backup', {
      schedule: { every: 10 },
      graceSeconds: 10,
      escalation: { afterSeconds: 2, channels: ['boss'] },
    });
    await ping(backup, 'success');
    await until('the escalation', () => stepsOf('backup').length >= 2, LIMIT_MS);
    expect(stepsOf('backup').toSorted()).toEqual(['escalated', 'opened']);
    await ping(backup, 'success');
    await until('the end to be notified to both', () => stepsOf('backup').length >= 4, LIMIT_MS);
    expect(stepsOf('backup').toSorted()).toEqual(['escalated', 'opened', 'resolved', 'resolved']);
    const opened = noticesOf('backup').find(({ on }) => on === 'opened');
    expect(opened).toMatchObject({ job: 'backup', run: null, incident: { id: 'uid-backup-1', reason: 'missed' } });
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'a user who acknowledges an incident prevents its escalation, once',
  async () => {
    const taken = await monitor('taken', { escalation: { afterSeconds: 5, channels: ['boss'] } });
    await ping(taken, 'fail', 3);
    await until('it to be notified', () => stepsOf('taken').length === 1, LIMIT_MS);
    const ask = async (action: 'acknowledge' | 'resolve'): Promise<unknown> =>
      here.world.nats.request(
        contracts.changeIncident,
        { shard: taken.shard },
        { v: 1, incident: 'uid-taken-1', action, actor: 'ada' },
        10_000,
      );
    expect(await ask('acknowledge')).toEqual({ ok: true });
    expect(await ask('acknowledge')).toMatchObject({ ok: false, code: 'CONFLICT' });
    await delay(7_000);
    expect(stepsOf('taken')).toEqual(['opened']);
    expect(await ask('resolve')).toEqual({ ok: true });
    await until('its end to be notified', () => stepsOf('taken').length === 2, LIMIT_MS);
    expect(await ask('resolve')).toMatchObject({ ok: false, code: 'CONFLICT' });
    expect(noticesOf('taken').at(-1)?.message).toContain('resolved by ada');
  },
  TEST_LIMIT_MS,
);

test(
  'a removed monitor takes its pings, its state and its incidents along',
  async () => {
    const gone = await monitor('gone');
    await ping(gone, 'fail');
    await until('it to be notified', () => stepsOf('gone').length === 1, LIMIT_MS);
    await new MonitorsStore(mongo()).removeAll(tenant);
    const left = async (): Promise<number> => {
      const states = await new MonitorStatesStore(mongo()).load([gone.uid]);
      const pings = await new PingsStore(mongo()).list(gone.uid, null, 1);
      const incidents = await new IncidentsStore(mongo()).list({ tenants: ['ibm'] }, null, 1);
      return states.size + pings.items.length + incidents.items.length;
    };
    await until('nothing to be left', async () => (await left()) === 0, LIMIT_MS);
    expect(await left()).toBe(0);
  },
  TEST_LIMIT_MS,
);
