/** Sets the entry as the newest of the map. Where the map then has more than `limit` entries, its oldest is removed. */
export function rememberNewest<K, V>(entries: Map<K, V>, key: K, value: V, limit: number): void {
  entries.delete(key);
  entries.set(key, value);
  const oldest = entries.keys().next();
  if (entries.size > limit && !oldest.done) entries.delete(oldest.value);
}
