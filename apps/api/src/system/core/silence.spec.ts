import { silentAmong } from './silence.js';

test('a replica is silent after its own expiry time, compared with the latest heartbeat instead of the local clock', () => {
  const beating = { heartbeatAt: 100_000, expiryMs: 3_000 };
  const late = { heartbeatAt: 97_000, expiryMs: 3_000 };
  const silent = { heartbeatAt: 96_999, expiryMs: 3_000 };
  const patient = { heartbeatAt: 80_000, expiryMs: 30_000 };
  expect([...silentAmong([beating, late, silent, patient])]).toEqual([silent]);
  expect([...silentAmong([])]).toEqual([]);
});
