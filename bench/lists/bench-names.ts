/** Names, labels and workers of very many jobs, as in a real installation: many share words, few are unusual. */
import { asWorkerId } from '#common/domain/ids.js';
import type { StoredJob } from '#common/spec/definitions.js';

const VERBS = ['Import', 'Export', 'Rebuild', 'Verify', 'Archive', 'Send', 'Collect', 'Merge', 'Purge', 'Report'];
const NOUNS = [
  'orders',
  'invoices',
  'customers',
  'stock',
  'prices',
  'sensor data',
  'backups',
  'mail',
  'indexes',
  'logs',
];
const PLACES = ['Berlin', 'Lyon', 'Turin', 'Gdańsk', 'Porto', 'Malmö', 'Graz', 'Ghent', 'Brno', 'Cork'];
const TEAMS = 20;
/** One job of this many. */
const [ODD, DISABLED, GOLD, ELSEWHERE, ARCHIVED] = [997, 50, 100, 500, 20] as const;

export function describeJob(i: number): Partial<StoredJob['spec']> & { readonly isArchived: boolean } {
  const of = <T>(values: readonly T[], divisor: number): T | undefined =>
    values[Math.floor(i / divisor) % values.length];
  const odd = i % ODD === 0 ? ' quuxly' : '';
  return {
    name: `${of(VERBS, 10)} ${of(NOUNS, 100)} ${of(PLACES, 1_000)}${odd} ${i}`,
    worker: asWorkerId(i % ELSEWHERE === 1 ? 'elsewhere' : 'bench'),
    labels: { team: `t${i % TEAMS}`, ...(i % GOLD === 3 ? { tier: 'gold' } : {}) },
    ...(i % DISABLED === 7 ? { enabled: false } : {}),
    isArchived: i % ARCHIVED === 11,
  };
}
