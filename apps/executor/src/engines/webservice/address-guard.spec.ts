import type { LookupAddress } from 'node:dns';
import { AddressGuard, hostIsNamed, parseRanges } from './address-guard.js';

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
  const resolve = ((_host: string, _options: object, done: (e: null, a: LookupAddress[]) => void) => {
    done(null, answers);
  }) as never;
  const guard = new AddressGuard(['10.0.0.0/8'], resolve);
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

test('an invalid range is named in the error', () => {
  expect(() => parseRanges(['10.0.0.0/8', 'everything'])).toThrow('"everything" is neither "public" nor');
});

test.each([
  ['api.example.com', null, true],
  ['api.example.com', ['api.example.com'], true],
  ['API.example.com', ['*.example.com'], true],
  ['example.com', ['*.example.com'], false],
  ['evilexample.com', ['*.example.com'], false],
])('the host %s is among %j: %p', (host, allowed, named) => {
  expect(hostIsNamed(host, allowed)).toBe(named);
});
