import { Metrics } from '../metrics/catalogue.js';
import { lagsOf } from './lags.js';

test('a replica reports the lags of its gauges, and 0 if nothing has been measured yet', async () => {
  const metrics = new Metrics('executor', '0');
  metrics.startQueueOldest.set(3);
  metrics.watchLag.set({ kind: 'rule' }, 7.5);
  metrics.watchLag.set({ kind: 'ping' }, 0.5);
  expect(await lagsOf('executor', metrics)).toEqual([
    { of: 'starts', seconds: 3 },
    { of: 'callbacks', seconds: 0 },
    { of: 'pings', seconds: 0.5 },
    { of: 'monitors', seconds: 0 },
    { of: 'rules', seconds: 7.5 },
  ]);
});

test('each service reports only its own work', async () => {
  const metrics = new Metrics('log-collector', '0');
  metrics.logLag.set(2);
  expect(await lagsOf('log-collector', metrics)).toEqual([
    { of: 'logs', seconds: 2 },
    { of: 'callbacks', seconds: 0 },
  ]);
  expect(await lagsOf('api', new Metrics('api', '0'))).toEqual([]);
});
