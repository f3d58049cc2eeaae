import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { HttpCaller } from '../engines/webservice/http-caller.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { NotificationPlanner } from './notification-planner.js';
import type { NoticeSender } from './notice-sender.js';

const LOOK_INTERVAL_MS = 250;
const NOTICE_SWEEP_MS = 10_000;

/** The loops of planning and sending notices. */
export class NotificationLoops implements Startable {
  private readonly loops: readonly SweepLoop[];

  constructor(
    planner: NotificationPlanner,
    private readonly sender: NoticeSender,
    private readonly caller: Pick<HttpCaller, 'close'>,
    log: Logger,
  ) {
    this.loops = [
      new SweepLoop('notices of changed runs', () => planner.look(), LOOK_INTERVAL_MS, { log }),
      new SweepLoop('notices of all jobs', () => planner.sweep(), NOTICE_SWEEP_MS, { log }),
      new SweepLoop('sending of notices', () => sender.step(), SWEEP_INTERVAL_MS, { log }),
    ];
  }

  async start(): Promise<void> {
    for (const loop of this.loops) loop.start();
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    await Promise.all([this.sender.stop(), ...this.loops.map((loop) => loop.stop())]);
    await this.caller.close();
  }
}
