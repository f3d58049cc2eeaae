import { Metrics } from '../metrics/catalogue.js';
import { startHealthServer } from './health-server.js';
import { Readiness } from './readiness.js';

test('a service reports its version, as text and as a metric, before its dependencies are available', async () => {
  const readiness = new Readiness();
  readiness.needs('database', () => 'away');
  const build = { service: 'scheduler', version: '1.2.3' };
  const metrics = new Metrics('scheduler', build.version);
  const { url, close } = await startHealthServer({ host: '127.0.0.1', port: 0 }, readiness, metrics, build);
  try {
    expect(await (await fetch(`${url}/version`)).json()).toEqual(build);
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('version="1.2.3"');
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  } finally {
    await close();
  }
});
