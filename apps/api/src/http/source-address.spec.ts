import fastify from 'fastify';
import { addressKey, clientAddress, nameForwarders } from './source-address.js';

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['nonsense', 'nonsense'],
  ['nonsense:80', 'nonsense:80'],
])('the address %s is treated as %s', (address, expected) => {
  expect(addressKey(address)).toBe(expected);
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8::1', '2001:db8::1'],
])('the client %s is shown as %s', (ip, expected) => {
  expect(clientAddress({ ip })).toBe(expected);
});

describe('a request that proxies have forwarded', () => {
  const PROXIES = ['192.0.2.10', '10.0.0.0/8', '2001:db8:aaaa::/48'];

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:54321', '203.0.113.7'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::9'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::9'],
    ['[fe80::1%eth0]:443', 'fe80::1%eth0'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['203.0.113.7:54321, 10.1.2.3:443', '203.0.113.7'],
    ['203.0.113.7:54321, 192.0.2.10:443, 10.1.2.3:80', '203.0.113.7'],
    ['[2001:db8:1::9]:443, [2001:db8:aaaa:1::2]:443', '2001:db8:1::9'],
    ['203.0.113.7:1, [::ffff:10.1.2.3]:443', '203.0.113.7'],
    ['  203.0.113.7:54321 ,\t10.1.2.3:443 ', '203.0.113.7'],
    ['203.0.113.7:54321,,  ,10.1.2.3:443,', '203.0.113.7'],
    ['198.51.100.1:9, 203.0.113.7:54321, 10.1.2.3:443', '203.0.113.7'],
    ['198.51.100.1, 192.0.2.11:443', '192.0.2.11'],
    ['203.0.113.7, unknown, 10.1.2.3:443', 'unknown'],
    [', ,', '192.0.2.10'],
  ])('by X-Forwarded-For: %s comes from %s', async (header, client) => {
    expect(await clientOf(header)).toBe(client);
  });

  test('is named by repeated headers as by one', async () => {
    expect(await clientOf(['198.51.100.1, 203.0.113.7:54321', '10.1.2.3:443'])).toBe('203.0.113.7');
  });

  test('comes from its sender where that is no trusted proxy', async () => {
    expect(await clientOf('203.0.113.7:54321', '192.0.2.99')).toBe('192.0.2.99');
  });

  /** Headers of one name arrive from Node joined by commas. */
  async function clientOf(header: string | string[], remoteAddress = '192.0.2.10'): Promise<string> {
    const server = fastify({ trustProxy: PROXIES });
    nameForwarders(server);
    server.get('/', (request) => clientAddress(request));
    const headers = { 'x-forwarded-for': [header].flat().join(', ') };
    return (await server.inject({ url: '/', remoteAddress, headers })).body;
  }
});
