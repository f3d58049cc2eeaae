/** Entries of the audit: who requested what, with which result. */
import type { Role } from '../spec/definitions.js';
import type { Instant } from '../run/run.js';

export interface AuditEntry {
  /** Sortable by time. */
  readonly id: string;
  readonly at: Instant;
  readonly actor: string;
  /** The caller's stable identity. */
  readonly subject: string;
  /** The caller's role in the tenant, or `admin` of everything; null where none is known. */
  readonly role: Role | null;
  /** The address that the request came from; null where none is known. */
  readonly address: string | null;
  /** null for what belongs to no tenant. */
  readonly tenant: string | null;
  /** The operation's name in the OpenAPI document. */
  readonly action: string;
  /** Its target: `job/<id>`, `run/<id>` and so on; method and path of a request that reached no operation. */
  readonly object: string;
  /** A few plain words; never a value from the request. */
  readonly detail: string | null;
  /** The error code it was refused with; null when it was done. */
  readonly refusedWith: string | null;
}

/** An entry in its tenant's chain (crypto/audit-chain.ts). */
export interface ChainedEntry extends AuditEntry {
  /** The earlier entry whose result it records, which is not listed; null for any other entry. */
  readonly outcomeOf: string | null;
  /** The tenant; empty for what belongs to none. */
  readonly chain: string;
  /** Counts the entries of the chain from 1. */
  readonly seq: number;
  /** The hash of the entry before it; empty in the first. */
  readonly prev: string;
  /** The time of the entry before it; 0 in the first. */
  readonly prevAt: Instant;
  readonly hash: string;
  /** Proves that the hash was made with `SECRET_KEYS`; absent only if the entry was not written by Carillon. */
  readonly proof?: string;
}

/** An entry whose content was erased with its tenant (`npm run tenant`): its place in the chain stays, so that the chain can be verified. */
export interface ErasedEntry extends Pick<
  ChainedEntry,
  'id' | 'at' | 'chain' | 'seq' | 'prev' | 'prevAt' | 'hash' | 'proof'
> {
  readonly erased: Erasure & {
    /** Proves that the content was erased with `SECRET_KEYS`, and that the place in the chain was not changed since. */
    readonly proof?: string;
  };
}

/** When content was erased, and by whom. */
export interface Erasure {
  readonly at: Instant;
  readonly by: string;
}

export const isErased = (entry: ChainedEntry | ErasedEntry): entry is ErasedEntry => 'erased' in entry;
