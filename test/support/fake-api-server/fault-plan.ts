/** Faults, and their times: the cases that no real cluster produces on demand. */
export interface RequestKind {
  readonly verb: string;
  readonly resource: string;
}

export type Fault =
  /** Refuses with this answer. */
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfter?: number;
    }
  /** Cuts the connection before anything was done. */
  | { readonly type: 'cutBefore' }
  /** Does it, then cuts the connection: the caller cannot know. */
  | { readonly type: 'cutAfter' }
  /** Cuts the connection within a log, after so many of its bytes, wherever that is in a line or a character. */
  | { readonly type: 'cutWithin'; readonly afterBytes: number }
  /** Answers late. */
  | { readonly type: 'late'; readonly ms: number };

interface Planned {
  readonly verb: string;
  readonly resource: string;
  readonly fault: Fault;
  left: number;
}

export class FaultPlan {
  private planned: Planned[] = [];

  /** The next `times` requests of this kind meet the fault. */
  add(kind: { readonly verb: string; readonly resource?: string }, fault: Fault, times = 1): void {
    this.planned.push({ verb: kind.verb, resource: kind.resource ?? 'pods', fault, left: times });
  }

  clear(): void {
    this.planned = [];
  }

  take(kind: RequestKind): Fault | null {
    const found = this.planned.find(
      ({ verb, resource, left }) => verb === kind.verb && resource === kind.resource && left > 0,
    );
    if (!found) return null;
    found.left--;
    return found.fault;
  }
}
