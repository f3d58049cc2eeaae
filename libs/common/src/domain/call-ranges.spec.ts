import { allowsAddress, isInside, isOutside, parseCallRanges, trustsName } from './call-ranges.js';

test.each([
  ['http://billing.shop.svc:8080/start', true],
  ['http://billing.shop.svc.cluster.local./start', true],
  ['http://billing/', true],
  ['http://10.1.2.3:9000/', true],
  ['http://[fd00::7]/', true],
  ['https://hooks.example.com/', false],
  ['https://billing.svc.example.com/', false],
  ['https://8.8.8.8/', false],
  ['https://[2001:4860:4860::8888]/', false],
])('the worker at %s is inside: %p', (url, inside) => {
  expect(isInside(url)).toBe(inside);
});

test.each([
  [['public'], 'http://billing.shop.svc/', true],
  [['public', '*.shop.svc'], 'http://billing.shop.svc/', false],
  [['public', '*.shop.svc'], 'http://billing.shop.svc.cluster.local/', false],
  [['public', '*.shop.svc'], 'http://billing.other.svc/', true],
  [['public', '*.shop.svc'], 'http://billing.shop.svc.example.com/', false],
  [['public'], 'http://10.1.2.3/', true],
  [['10.0.0.0/8'], 'http://10.1.2.3/', false],
  [['10.0.0.0/8'], 'https://8.8.8.8/', true],
  // It depends on the address that the name has.
  [['10.0.0.0/8'], 'http://billing.shop.svc/', false],
  [['public'], 'https://hooks.example.com/', false],
])('with %j the worker at %s is certainly outside: %p', (allowed, url, outside) => {
  expect(isOutside(parseCallRanges(allowed), url)).toBe(outside);
});

test.each([
  '*',
  '*.svc',
  '*.Shop.svc',
  'shop.svc',
  '*.shop..svc',
  '*.*.svc',
  'everything',
  '10.0.0.0/99',
  '10/8',
  '1',
  '127.1',
])('%s is no entry, and the error names it', (text) => {
  expect(() => parseCallRanges(['public', text])).toThrow(`"${text}" is neither "public" nor`);
});

test('names are trusted only by their ends, and add no address', () => {
  const ranges = parseCallRanges(['*.shop.svc']);
  expect(['a.shop.svc', 'A.Shop.svc.', 'a.b.shop.svc.cluster.local'].map((name) => trustsName(ranges, name))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['shop.svc', 'evilshop.svc', 'a.shop.svc.example.com'].map((name) => trustsName(ranges, name))).toEqual([
    false,
    false,
    false,
  ]);
  expect(allowsAddress(ranges, '10.0.0.1')).toBe(false);
});
