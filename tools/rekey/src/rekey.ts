/**
 * Encrypts every stored secret again with the first key, and reports which keys may be removed. Safe to stop at any moment, to repeat,
 * and beside running services: each document is written only if its secrets are unchanged since the read.
 */
import { delay } from '#common/clock/clock.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { keyIdOf, mapSealedTexts, sealedTextsIn } from '#common/domain/sealed-text.js';
import { DOCUMENTS_PER_READ, KeyCount } from '#common/lifecycle/key-count.js';
import type { CollectionName } from '#common/mongo/collections.js';
import type {
  ChangedDocument,
  SealedDocument,
  SealedValuesStore,
  ValuesByKey,
} from '#common/mongo/sealed-values.store.js';
import type { CallbacksUnderWay } from './callbacks-under-way.js';

/** The next pass finds documents that were edited while they were encrypted again. */
const MAX_PASSES = 20;

export interface RekeyParts {
  readonly store: SealedValuesStore;
  readonly secrets: SecretBox;
  readonly database: { serverTime(): Promise<number> };
  readonly callbacks: CallbacksUnderWay;
  readonly say: (line: string) => void;
}

/** The remaining values of keys other than the first. */
export interface Rest {
  readonly values: ValuesByKey;
  /** Values that the key of their name does not decrypt: no key has to be kept for them. */
  readonly damaged: ValuesByKey;
  /** Attempts of web services under way that may call back with a token of an earlier key. */
  readonly callbacks: number;
}

/** Counts, and changes only the count that the services read. */
export async function check(parts: RekeyParts): Promise<Rest> {
  const { store, secrets, database, callbacks } = parts;
  const begunAt = await database.serverTime();
  const { values, damaged } = await pass(parts, false);
  await store.saveCensus({ begunAt, values });
  const inFrontSince = (await store.inFrontSince(secrets.sealingKey)) ?? begunAt;
  return { values, damaged, callbacks: await callbacks.begunBefore(inFrontSince) };
}

/**
 * Repeats until two complete passes find nothing to do: `settleMs` lie between the two, in which a process that had read a secret before
 * has written its change.
 */
export async function rekey(parts: RekeyParts, settleMs: number): Promise<Rest> {
  const { store, secrets, database, say } = parts;
  await store.putInFront(secrets.sealingKey, await database.serverTime());
  let isClean = false;
  for (let passes = 1; passes <= MAX_PASSES; passes++) {
    const { found, changed } = await pass(parts, true);
    if (found === 0 && isClean) break;
    isClean = found === 0;
    say(`pass ${passes}: ${found} documents with secrets under other keys, ${changed} encrypted again`);
    if (isClean) {
      say(`the next pass follows in ${settleMs / 1_000} s, for documents that were written in the meantime`);
      await delay(settleMs);
    }
  }
  return check(parts);
}

interface Passed {
  readonly values: ValuesByKey;
  readonly damaged: ValuesByKey;
  /** Documents with values that could be encrypted again, and those that were. */
  readonly found: number;
  readonly changed: number;
}

async function pass({ store, secrets }: RekeyParts, write: boolean): Promise<Passed> {
  const values = new KeyCount();
  const damaged = new KeyCount();
  let found = 0;
  let changed = 0;
  for (const name of store.collections) {
    for await (const documents of pagesOf(store, name)) {
      for (const { fields } of documents) {
        const texts = sealedTextsIn(fields);
        const isDamaged = (text: string): boolean => secrets.keyIds.includes(keyIdOf(text)) && !opens(secrets, text);
        damaged.add(name, texts.filter(isDamaged));
        values.add(
          name,
          texts.filter((text) => !isDamaged(text)),
        );
      }
      const outdated = documents.flatMap((document) => resealed(document, secrets));
      found += outdated.length;
      if (write) changed += await store.replace(name, outdated);
    }
  }
  return { values: values.values, damaged: damaged.values, found, changed };
}

async function* pagesOf(store: SealedValuesStore, name: CollectionName): AsyncGenerator<readonly SealedDocument[]> {
  for (let after: string | null = null; ;) {
    const documents = await store.page(name, after, DOCUMENTS_PER_READ);
    yield documents;
    after = documents.at(-1)?.id ?? null;
    if (documents.length < DOCUMENTS_PER_READ) return;
  }
}

const opens = (secrets: SecretBox, sealed: string): boolean => readable(() => secrets.open(sealed)) !== null;

/** The document with every value encrypted again that can be decrypted; none if there is nothing to change. */
function resealed({ id, fields, guard }: SealedDocument, secrets: SecretBox): ChangedDocument[] {
  const change = (sealed: string): string => readable(() => secrets.reseal(sealed)) ?? sealed;
  const isOutdated = (text: string): boolean => keyIdOf(text) !== secrets.sealingKey && opens(secrets, text);
  const outdated = Object.entries(fields).filter(([, value]) => sealedTextsIn(value).some(isOutdated));
  if (outdated.length === 0) return [];
  return [
    { id, guard, fields: Object.fromEntries(outdated.map(([path, value]) => [path, mapSealedTexts(value, change)])) },
  ];
}
