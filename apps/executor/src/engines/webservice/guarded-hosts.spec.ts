import { natsAddress } from '#common/nats/nats-address.js';
import { guardedHosts } from './guarded-hosts.js';

const around = { NATS_URL: natsAddress('tls://nats-0.nats:4222,tls://nats-1.nats:4222'), KUB_HOST: undefined };

test('the hosts of the database, of NATS and of the Kubernetes API, without ports', async () => {
  const MONGODB_URI = 'mongodb://carillon:p%40ss@db-0.example.com:27017,[fd00::7]:27018/carillon?tls=true';
  const hosts = await guardedHosts({ ...around, MONGODB_URI, KUBERNETES_SERVICE_HOST: '10.96.0.1' });
  expect(hosts).toEqual(['db-0.example.com', 'fd00::7', 'nats-0.nats', 'nats-1.nats', '10.96.0.1']);
});

test('an SRV name that cannot be resolved leaves all other hosts guarded', async () => {
  const MONGODB_URI = 'mongodb+srv://carillon:secret@cluster0.invalid/carillon';
  const hosts = await guardedHosts({ ...around, MONGODB_URI, KUBERNETES_SERVICE_HOST: '10.96.0.1' });
  expect(hosts).toEqual(['nats-0.nats', 'nats-1.nats', '10.96.0.1']);
});
