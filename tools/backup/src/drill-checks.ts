/** What a restore drill checks in the restored database. */
import { systemClock } from '#common/clock/clock.js';
import { UnreadableSecret, type SecretBox } from '#common/crypto/secret-box.js';
import { keyIdOf, sealedTextsIn } from '#common/domain/sealed-text.js';
import { DOCUMENTS_PER_READ } from '#common/lifecycle/key-count.js';
import { AuditVerification } from '#common/mongo/audit-verification.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import type { CollectionName } from '#common/mongo/collections.js';
import type { DumpStore } from '#common/mongo/dump.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import type { DocumentCounts } from './backup-file.js';

export interface Checked {
  readonly checked: number;
  readonly problems: readonly string[];
}

/** More are not listed. */
export const MAX_PROBLEMS = 50;
/** The hold of the drill itself. */
const OWN: DocumentCounts = { holds: 1 };

/** Where the database has other numbers of documents than were stored, apart from those that expire. */
export async function countProblems(
  store: Pick<DumpStore, 'count'>,
  stored: DocumentCounts,
  expiring: DocumentCounts,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [key, count] of Object.entries(stored)) {
    const name = key as CollectionName;
    const most = count + (OWN[name] ?? 0);
    const there = await store.count(name);
    if (there > most || there < most - (expiring[name] ?? 0))
      problems.push(`${name}: ${count} documents were stored, and ${there - (OWN[name] ?? 0)} are there`);
  }
  return problems;
}

/** Decrypts every secret; a problem for each kind of failure in each collection. */
export async function secretsOf(mongo: Mongo, box: Pick<SecretBox, 'open'>): Promise<Checked> {
  const store = new SealedValuesStore(mongo);
  const failures = new Map<string, number>();
  let checked = 0;
  for (const name of store.collections) {
    for (let after: string | null = null; ;) {
      const page = await store.page(name, after, DOCUMENTS_PER_READ);
      for (const sealed of page.flatMap(({ fields }) => sealedTextsIn(fields))) {
        checked++;
        const failure = failureOf(box, sealed);
        const what = `${name}: secrets of the key "${keyIdOf(sealed)}" cannot be decrypted (${failure})`;
        if (failure !== null) failures.set(what, (failures.get(what) ?? 0) + 1);
      }
      after = page.at(-1)?.id ?? null;
      if (page.length < DOCUMENTS_PER_READ) break;
    }
  }
  return { checked, problems: [...failures].map(([what, count]) => `${what}: ${count}`) };
}

function failureOf(box: Pick<SecretBox, 'open'>, sealed: string): string | null {
  try {
    box.open(sealed);
    return null;
  } catch (error) {
    if (error instanceof UnreadableSecret) return error.reason;
    throw error;
  }
}

/** Verifies the chains of the audit to their ends. */
export async function auditOf(mongo: Mongo, store: Pick<DumpStore, 'auditEnds'>, box: SecretBox): Promise<Checked> {
  const verification = new AuditVerification(new AuditStore(mongo, box), systemClock, box);
  const problems: string[] = [];
  let checked = 0;
  for (const chain of (await store.auditEnds()).keys()) {
    for (let place: number | null = 0; place !== null && problems.length < MAX_PROBLEMS;) {
      const verdict = await verdictOf(verification, chain, place);
      checked += verdict.checked;
      problems.push(...verdict.problems);
      place = verdict.next;
    }
  }
  return { checked, problems };
}

async function verdictOf(
  verification: AuditVerification,
  chain: string,
  place: number,
): Promise<Checked & { readonly next: number | null }> {
  const what = `the audit of "${chain}"`;
  try {
    const { entries, problems, next } = await verification.verify(chain, place);
    return {
      checked: entries,
      next,
      problems: problems.map(({ seq, problem }) => `${what}: entry ${seq} is ${problem}`),
    };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { checked: 0, next: null, problems: [`${what} cannot be verified: ${error.message}`] };
  }
}
