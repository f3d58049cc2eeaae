/** Quantities of Kubernetes: `resource.Quantity` of its API, a number with a binary, decimal or exponent suffix. */
const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+))(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?\d+))?$/;
const FACTORS: Readonly<Record<string, number>> = {
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
};

/** The number that a quantity stands for: `250m` is 0.25, `1.5Gi` is 1,610,612,736. Null if it is none. */
export function quantityOf(value: string | number): number | null {
  const match = QUANTITY.exec(String(value).trim());
  if (match === null) return null;
  const [, digits = '', suffix, exponent] = match;
  const factor = suffix === undefined ? 10 ** Number(exponent ?? 0) : (FACTORS[suffix] ?? 1);
  return Number(digits) * factor;
}
