/** Determines from the last count which keys the encrypted values need. Pure. */
/** Encrypted values by key, then by collection. */
type ValuesByKey = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface KeyInUse {
  readonly key: string;
  /** sealing: encrypts; opening: only decrypts; missing: values need it, but it is not configured. */
  readonly use: 'sealing' | 'opening' | 'missing';
  readonly values: number;
  readonly collections: readonly { readonly collection: string; readonly values: number }[];
}

/** `keyIds`: the ids of `SECRET_KEYS` in their order. Missing keys come last. */
export function keysInUse(keyIds: readonly string[], counted: ValuesByKey): KeyInUse[] {
  const missing = Object.keys(counted)
    .filter((key) => !keyIds.includes(key))
    .sort();
  return [...keyIds, ...missing].map((key, place) => {
    const collections = Object.entries(counted[key] ?? {})
      .map(([collection, values]) => ({ collection, values }))
      .sort((a, b) => b.values - a.values);
    const use = place >= keyIds.length ? 'missing' : place === 0 ? 'sealing' : 'opening';
    return { key, use, values: collections.reduce((sum, { values }) => sum + values, 0), collections };
  });
}
