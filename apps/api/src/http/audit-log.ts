import type { Clock } from '#common/clock/clock.js';
import type { AuditStore } from '#common/mongo/audit.store.js';
import type { Caller } from '../access/core/access.js';
import { sortableId } from './derived-id.js';
import type { MutationRecord } from './route.js';

/** The record of one request's change, if it came so far. */
export interface AuditTrail {
  /** Writes who is about to do what. */
  readonly record: (about: MutationRecord) => Promise<void>;
  /** Adds that it was refused after all; nothing if it was never recorded. */
  readonly refused: (code: string) => Promise<void>;
}

/** Records every change before it is made: who, what, when; never a value that was sent. */
export class AuditLog {
  constructor(
    private readonly store: AuditStore,
    private readonly clock: Clock,
  ) {}

  open(caller: Caller, action: string, seed: string): AuditTrail {
    let id: string | null = null;
    return {
      record: async ({ tenant, object, detail }) => {
        const at = this.clock.now();
        id = sortableId(`${seed}/${at}`, 'audit', at);
        await this.store.add({
          id,
          at,
          actor: caller.name,
          subject: caller.subject,
          tenant,
          action,
          object,
          detail: detail ?? null,
          refusedWith: null,
        });
      },
      refused: async (code) => {
        if (id !== null) await this.store.refuse(id, code);
      },
    };
  }
}
