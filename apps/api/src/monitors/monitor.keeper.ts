/** Makes and shows the secret addresses of monitors, and shows their states. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { MonitorStatesStore, StoredMonitorState } from '#common/mongo/watch-states.store.js';
import type { StoredMonitor } from '#common/mongo/monitors.store.js';
import { MASK } from '#common/domain/mask.js';
import { deadlineOf, stateOfMonitor } from '#common/watch/monitor.js';
import { judgeAccess, type Caller } from '../access/core/access.js';
import { timeTextOrNull } from '../http/page.js';
import type { OwnView } from '../http/kind.js';
import type { MonitorView } from './monitor.routes.js';

const TOKEN_BYTES = 24;
export const PING_PATH = '/ping/';

export const pingHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

export class MonitorKeeper {
  constructor(
    private readonly parts: {
      readonly states: Pick<MonitorStatesStore, 'load'>;
      readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
      readonly clock: Pick<Clock, 'now'>;
      /** The address of the service, without a slash at the end. */
      readonly publicUrl: string;
    },
  ) {}

  newAddress(): Pick<StoredMonitor, 'pingToken' | 'pingHash'> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { pingToken: this.parts.secrets.seal(token), pingHash: pingHashOf(token) };
  }

  /** Reads the states of the monitors, and returns how each is shown. */
  async views(
    monitors: readonly StoredMonitor[],
    caller: Caller,
  ): Promise<(monitor: StoredMonitor) => OwnView<MonitorView>> {
    const states = await this.parts.states.load(monitors.map(({ uid }) => uid));
    return (monitor) => this.viewOf(monitor, states.get(monitor.uid) ?? null, caller);
  }

  private viewOf(monitor: StoredMonitor, state: StoredMonitorState | null, caller: Caller): OwnView<MonitorView> {
    const { tenant, spec } = monitor;
    const facts = state?.facts ?? null;
    const deadline = facts && deadlineOf(monitor, facts);
    return {
      ...spec,
      pingUrl: judgeAccess(caller, tenant, 'editor') === 'granted' ? this.addressOf(monitor) : MASK,
      state: stateOfMonitor(monitor, facts, this.parts.clock.now()),
      lastPingAt: timeTextOrNull(facts?.lastPing.at),
      lastPing: facts?.lastPing.kind ?? null,
      lastSuccessAt: timeTextOrNull(facts?.lastSuccess),
      dueAt: timeTextOrNull(deadline?.dueAt),
      downSince: timeTextOrNull(facts?.down?.since),
    };
  }

  /** The address is masked if its key is gone: then a new address has to be made. */
  private addressOf({ pingToken }: StoredMonitor): string {
    const token = readable(() => this.parts.secrets.open(pingToken));
    return token === null ? MASK : `${this.parts.publicUrl}${PING_PATH}${token}`;
  }
}
