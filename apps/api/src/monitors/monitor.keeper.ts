/** Makes and shows monitors: their secret addresses, and the validation of their fields. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import type { StoredMonitorState } from '#common/mongo/monitor-states.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { MASK } from '#common/domain/mask.js';
import type { MonitorSpec } from '#common/spec/monitor.js';
import { deadlineOf, parseMonitorSchedule, stateOfMonitor } from '#common/watch/monitor.js';
import { judgeAccess, type Caller } from '../access/core/access.js';
import { timeText } from '../http/core/time-text.js';
import { invalidInput } from '../http/problem.js';
import type { AlertingCheck } from './alerting-check.js';
import type { MonitorView } from './monitor.routes.js';

const TOKEN_BYTES = 24;
export const PING_PATH = '/ping/';

export const pingHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export class MonitorKeeper {
  constructor(
    private readonly parts: {
      readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
      readonly alerting: Pick<AlertingCheck, 'problemsOf' | 'withdrawUnless'>;
      readonly clock: Pick<Clock, 'now'>;
      /** The address of the service, without a slash at the end. */
      readonly publicUrl: string;
    },
  ) {}

  newAddress(): Pick<StoredMonitor, 'pingToken' | 'pingHash'> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { pingToken: this.parts.secrets.seal(token), pingHash: pingHashOf(token) };
  }

  /** Throws VALIDATION_FAILED. */
  async requireValid(tenant: TenantId, spec: MonitorSpec): Promise<void> {
    const parsed = parseMonitorSchedule(spec.schedule);
    const problems = [...(parsed.ok ? [] : parsed.problems), ...(await this.parts.alerting.problemsOf(tenant, spec))];
    if (problems.length > 0) throw invalidInput(problems);
  }

  /** The same as in `AlertingCheck`. */
  async withdrawUnless(...asked: Parameters<AlertingCheck['withdrawUnless']>): Promise<void> {
    await this.parts.alerting.withdrawUnless(...asked);
  }

  shown(monitor: StoredMonitor, state: StoredMonitorState | null, caller: Caller): MonitorView {
    const { id, tenant, spec, updatedAt, updatedBy } = monitor;
    const facts = state?.facts ?? null;
    const deadline = facts && deadlineOf(monitor, facts);
    return {
      id,
      tenant,
      ...spec,
      pingUrl: judgeAccess(caller, tenant, 'editor') === 'granted' ? this.addressOf(monitor) : MASK,
      state: stateOfMonitor(monitor, facts, this.parts.clock.now()),
      lastPingAt: timeOrNull(facts?.lastPing.at),
      lastPing: facts?.lastPing.kind ?? null,
      lastSuccessAt: timeOrNull(facts?.lastSuccess),
      dueAt: timeOrNull(deadline?.dueAt),
      downSince: timeOrNull(facts?.down?.since),
      updatedAt: timeText(updatedAt),
      updatedBy,
    };
  }

  /** The address is masked if its key is gone: then a new address has to be made. */
  private addressOf({ pingToken }: StoredMonitor): string {
    const token = readable(() => this.parts.secrets.open(pingToken));
    return token === null ? MASK : `${this.parts.publicUrl}${PING_PATH}${token}`;
  }
}

/** True if the times at which pings are expected have changed. */
export const hasOtherTimes = (a: MonitorSpec, b: MonitorSpec): boolean => timesOf(a) !== timesOf(b);

const timesOf = ({
  schedule: { cron, every, timezone },
  graceSeconds,
  runSeconds,
  enabled = true,
}: MonitorSpec): string => JSON.stringify([cron, every, timezone, graceSeconds, runSeconds, enabled]);

const timeOrNull = (at: number | null | undefined): string | null => (at == null ? null : timeText(at));
