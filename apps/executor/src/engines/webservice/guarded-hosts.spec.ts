import { natsAddress } from '#common/nats/nats-address.js';
import { guardedHosts } from './guarded-hosts.js';

test('no name may lead to the database, NATS or the Kubernetes API', async () => {
  const hosts = await guardedHosts({
    MONGODB_URI: 'mongodb://ada:p%40ss@db-0.data.svc:27017,db-1.data.svc,[fd00::5]:27017/carillon?replicaSet=rs0',
    NATS_URL: natsAddress('nats://a:secret@nats.data.svc:4222,nats://a:secret@10.0.0.4'),
    KUB_HOST: 'https://control.example:6443/',
    KUBERNETES_SERVICE_HOST: '10.96.0.1',
  });
  expect(hosts).toEqual([
    'db-0.data.svc',
    'db-1.data.svc',
    'fd00::5',
    'nats.data.svc',
    '10.0.0.4',
    'control.example',
    '10.96.0.1',
  ]);
});
