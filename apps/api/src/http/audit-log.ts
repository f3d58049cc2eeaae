import { randomUUID } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { AuditEntry } from '#common/domain/audit.js';
import { MAX_REFUSED_RECORDED_PER_MINUTE, MAX_UNKNOWN_RECORDED_PER_MINUTE } from '#common/domain/limits.js';
import type { AuditStore } from '#common/mongo/audit.store.js';
import { EVERY_TENANT, isAdmin, roleIn, type Caller } from '../access/core/access.js';
import { RefusalBudget } from './core/refusal-budget.js';
import { sortableId } from './derived-id.js';
import type { MutationRecord } from './route.js';

/** The record of one request's change. */
export interface AuditTrail {
  /** Records who is about to make which change. */
  readonly record: (about: MutationRecord) => Promise<void>;
  /** Adds that the change was refused afterwards. False if it was never recorded. */
  readonly refused: (code: string) => Promise<boolean>;
}

/** The address of a request and the action that it asks for. */
export interface AuditedRequest {
  readonly action: string;
  readonly address: string | null;
}

/** A request that was refused before a change was recorded. */
export interface RefusedRequest extends AuditedRequest {
  /** null: the caller is unknown. */
  readonly caller: Caller | null;
  /** The tenant in which it was refused; null if that is not known. */
  readonly tenant: string | null;
  /** The method and path of the request. */
  readonly object: string;
  readonly code: string;
}

const NOBODY = { name: 'unknown', subject: 'unknown' } as const;

/** Records every change before it is made, and every refusal: who, what, when, from where; never a value that was sent. */
export class AuditLog {
  private readonly budget = new RefusalBudget({
    perCaller: MAX_REFUSED_RECORDED_PER_MINUTE,
    unknown: MAX_UNKNOWN_RECORDED_PER_MINUTE,
  });

  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
  ) {}

  open(caller: Caller, { action, address }: AuditedRequest, seed: string): AuditTrail {
    let recorded: AuditEntry | null = null;
    return {
      record: async ({ tenant, object, detail }) => {
        const at = this.clock.now();
        const id = sortableId(`${seed}/${at}`, 'audit', at);
        const who = { actor: caller.name, subject: caller.subject, role: roleFor(caller, tenant), address };
        recorded = { id, at, ...who, tenant, action, object, detail: detail ?? null, refusedWith: null };
        await this.store.add(recorded);
      },
      refused: async (code) => {
        if (recorded === null) return false;
        const at = this.clock.now();
        const id = sortableId(`${recorded.id}/${code}`, 'outcome', at);
        await this.store.refuse({ ...recorded, id, at, refusedWith: code, outcomeOf: recorded.id });
        return true;
      },
    };
  }

  /** Also protects the newest entries against removal from the end of their chains. Called when the service stops. */
  async settle(): Promise<void> {
    await this.store.settle();
  }

  /** Records a refusal: only a limited number per minute for each caller, and for all unknown callers together. */
  async refusedAtTheDoor({ caller, tenant, action, object, address, code }: RefusedRequest): Promise<void> {
    const at = this.clock.now();
    const place = this.budget.take(caller?.subject ?? null, this.clock.monotonic());
    if (place === null) return;
    const { name: actor, subject } = caller ?? NOBODY;
    const id = sortableId(randomUUID(), 'refusal', at);
    const role = caller && roleFor(caller, tenant);
    const more = place.leftOut === 0 ? '' : `; ${place.leftOut} earlier refusals are not recorded`;
    const detail = `the request was refused before its content was checked${more}`;
    await this.store.add({ id, at, actor, subject, role, address, tenant, action, object, detail, refusedWith: code });
  }
}

const roleFor = (caller: Caller, tenant: string | null): AuditEntry['role'] =>
  isAdmin(caller) ? 'admin' : roleIn(caller, tenant ?? EVERY_TENANT);
