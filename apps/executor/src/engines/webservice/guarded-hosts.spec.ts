import { natsAddress } from '#common/nats/nats-address.js';
import { guardedHosts } from './guarded-hosts.js';

const around = { NATS_URL: natsAddress('tls://nats-0.nats:4222,tls://nats-1.nats:4222'), KUB_HOST: undefined };

test('the hosts of the database, of NATS and of the Kubernetes API, without ports', async () => {
  const MONGODB_URI = 'mongodb://carillon:p%40ss@db-0.example.com:27017,[fd00::7]:27018/carillon?tls=true';
  const hosts = await guardedHosts({ ...around, MONGODB_URI, KUBERNETES_SERVICE_HOST: '10.96.0.1' })();
  expect(hosts).toEqual(['db-0.example.com', 'fd00::7', 'nats-0.nats', 'nats-1.nats', '10.96.0.1']);
});

test('an SRV name that cannot be resolved leaves all other hosts guarded', async () => {
  const MONGODB_URI = 'mongodb+srv://carillon:secret@cluster0.invalid/carillon';
  const hosts = await guardedHosts({ ...around, MONGODB_URI, KUBERNETES_SERVICE_HOST: '10.96.0.1' })();
  expect(hosts).toEqual(['nats-0.nats', 'nats-1.nats', '10.96.0.1']);
});

test('while an SRV name cannot be resolved, its last known servers are guarded', async () => {
  const MONGODB_URI = 'mongodb+srv://carillon:secret@cluster0.example.com/carillon';
  const servers = ['db-0.example.com', 'db-1.example.com'].map((name) => ({
    name,
    port: 27_017,
    priority: 0,
    weight: 0,
  }));
  const answers = [Promise.resolve(servers), Promise.reject(new Error('ESERVFAIL')), Promise.resolve(servers.slice(1))];
  const hosts = guardedHosts({ ...around, MONGODB_URI }, (name) => {
    expect(name).toBe('_mongodb._tcp.cluster0.example.com');
    return answers.shift() ?? Promise.resolve([]);
  });
  const nats = ['nats-0.nats', 'nats-1.nats'];
  expect(await hosts()).toEqual(['db-0.example.com', 'db-1.example.com', ...nats]);
  expect(await hosts()).toEqual(['db-0.example.com', 'db-1.example.com', ...nats]);
  expect(await hosts()).toEqual(['db-1.example.com', ...nats]);
});
