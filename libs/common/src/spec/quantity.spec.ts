import { quantityOf } from './quantity.js';

// From the documentation of resource.Quantity and from manifests that people have published.
test.each<[string | number, number]>([
  ['250m', 0.25],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['2.', 2],
  [2, 2],
  ['100n', 1e-7],
  ['1500u', 0.0015],
  ['64Mi', 67_108_864],
  ['1.5Gi', 1_610_612_736],
  ['128974848', 128_974_848],
  ['129e6', 129_000_000],
  ['129M', 129_000_000],
  ['128974848000m', 128_974_848],
  ['123Mi', 128_974_848],
  ['1E', 1e18],
  ['1e3', 1_000],
  ['1E3', 1_000],
  ['12e-1', 1.2],
  ['-1Ki', -1_024],
])('the quantity %j is %j', (text, number) => {
  expect(quantityOf(text)).toBeCloseTo(number, 12);
});

test.each(['1K', '1 Gi', 'Mi', '', '1,5', '1e'])('%j is no quantity', (text) => {
  expect(quantityOf(text)).toBeNull();
});
