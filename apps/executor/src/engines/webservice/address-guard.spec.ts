import type { LookupAddress } from 'node:dns';
import { AddressGuard, hostIsNamed } from './address-guard.js';

/** A resolver that gives these addresses to every name. */
const resolvedTo = (answers: LookupAddress[]): never =>
  ((_host: string, _options: object, done: (e: null, a: LookupAddress[]) => void) => {
    done(null, answers);
  }) as never;

test.each([
  ['8.8.8.8', true],
  ['2001:4860:4860::8888', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['169.254.169.254', false],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
])('with the range "public" the address %s is allowed: %p', (address, allowed) => {
  expect(new AddressGuard(['public']).allows(address)).toBe(allowed);
});

test('several ranges and single addresses can be allowed together', () => {
  const guard = new AddressGuard(['10.0.0.0/8', '192.168.1.7', 'fd00::/8']);
  expect(['10.9.9.9', '192.168.1.7', 'fd12::1'].map((address) => guard.allows(address))).toEqual([true, true, true]);
  expect(['11.0.0.1', '192.168.1.8', '8.8.8.8'].map((address) => guard.allows(address))).toEqual([false, false, false]);
});

test('a name is called only if all of its addresses are allowed, and only at the addresses that were checked', async () => {
  const answers: LookupAddress[] = [{ address: '10.0.0.1', family: 4 }];
  const guard = new AddressGuard(['10.0.0.0/8'], undefined, resolvedTo(answers));
  const look = (): Promise<unknown> =>
    new Promise((settle) => {
      guard.lookup('name', { all: true }, (error, addresses) => {
        settle(error?.message ?? addresses);
      });
    });
  expect(await look()).toEqual([{ address: '10.0.0.1', family: 4 }]);
  answers.push({ address: '127.0.0.1', family: 4 });
  expect(await look()).toBe('name resolves to 127.0.0.1, outside WEBSERVICE_ALLOW');
});

test.each([
  ['billing.shop.svc', ['10.96.0.7'], 'called'],
  ['billing.shop.svc.cluster.local', ['10.96.0.7', 'fd00::7'], 'called'],
  ['Billing.Shop.svc.', ['10.96.0.7'], 'called'],
  ['pod-0.billing.shop.svc', ['10.244.0.7'], 'called'],
  // Other names may be anybody's.
  ['billing.other.svc', ['10.96.0.7'], 'refused'],
  ['shop.svc', ['10.96.0.7'], 'refused'],
  ['billing.shop.svc.example.com', ['10.96.0.7'], 'refused'],
  ['evilshop.svc', ['10.96.0.7'], 'refused'],
  // Metadata, the node itself, and guarded servers, as an ExternalName may lead there.
  ['metadata.shop.svc', ['169.254.169.254'], 'refused'],
  ['metadata.shop.svc', ['fd00:ec2::254'], 'refused'],
  ['metadata.shop.svc', ['100.100.100.200'], 'refused'],
  ['node.shop.svc', ['127.0.0.1'], 'refused'],
  ['node.shop.svc', ['::ffff:127.0.0.1'], 'refused'],
  ['database.shop.svc', ['10.96.0.50'], 'refused'],
  ['billing.shop.svc', ['10.96.0.7', '10.96.0.50'], 'refused'],
])('of the names *.shop.svc, %s at %j is %s', async (name, addresses, outcome) => {
  const guard = new AddressGuard(
    ['public', '*.shop.svc'],
    async () => Promise.resolve(['10.96.0.50']),
    resolvedTo(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  );
  const found = await new Promise((settle) => {
    guard.lookup(name, { all: true }, (error) => {
      settle(error === null ? 'called' : 'refused');
    });
  });
  expect(found).toBe(outcome);
});

test.each([
  ['api.example.com', null, true],
  ['api.example.com', ['api.example.com'], true],
  ['API.example.com', ['*.example.com'], true],
  ['api.example.com.', ['api.example.com'], true],
  ['api.example.com.', ['*.example.com'], true],
  ['api.example.com..', ['api.example.com'], false],
  ['example.com', ['*.example.com'], false],
  ['evilexample.com', ['*.example.com'], false],
])('the host %s is among %j: %p', (host, allowed, named) => {
  expect(hostIsNamed(host, allowed)).toBe(named);
});
