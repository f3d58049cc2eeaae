/** A line as it is shipped: of the log of a run, or an entry of the audit. Pure. */
import type { ChainedEntry } from '#common/domain/audit.js';
import { parseAttemptId, type JobId, type RunId, type TenantId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/instant.js';
import type { OutputStream, StoredLine } from '#common/run/output.js';

export interface ExportLine {
  /** The same whenever the line is sent again, and that of no other line. */
  readonly id: string;
  readonly at: Instant;
  /** Its number in its attempt or chain, from 1. */
  readonly seq: number;
  readonly stream: OutputStream | 'audit';
  readonly text: string;
  /** Null for what belongs to no tenant. */
  readonly tenant: string | null;
  /** Null in the audit. */
  readonly job: { readonly id: string; readonly name: string } | null;
  /** Further facts; a fact that is null is left out. */
  readonly facts: Readonly<Record<string, string | number | null>>;
}

export interface LoggedRun {
  readonly run: RunId;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
}

export function lineOfRun({ run, tenant, job, jobName }: LoggedRun, line: StoredLine): ExportLine {
  const { attempt, seq, at, stream, text } = line;
  const key = parseAttemptId(attempt);
  return {
    id: `${attempt}/${seq}`,
    at,
    seq,
    stream,
    text,
    tenant,
    job: { id: job, name: jobName },
    facts: { run, attempt, task: key?.task ?? null, index: key?.index ?? null, line: seq },
  };
}

/** The text is the whole entry with its hash, by which a gap or a change is noticed; without the proof, which only Carillon can check. */
export function lineOfAudit({ proof: _proof, ...entry }: ChainedEntry): ExportLine {
  const { id, at, seq, tenant, action, object, actor, outcomeOf } = entry;
  return {
    id: `audit/${id}`,
    at,
    seq,
    stream: 'audit',
    text: JSON.stringify(entry),
    tenant,
    job: null,
    facts: { action, object, actor, outcome_of: outcomeOf },
  };
}
