import { SERVICES } from '#common/domain/service-name.js';
import { AppError } from '#common/errors/app-error.js';
import { contracts } from '#common/messages/registry.js';
import { MembersStore, type HeardMember } from '#common/mongo/members.store.js';
import { Nats } from '#common/nats/nats.js';
import { timeText } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { operationsRoutes as routes } from './operations.routes.js';

/** Replicas with a heartbeat within this time are listed. */
const HEARD_WITHIN_MS = 60_000;

/**
 * An admin's requests to running replicas. They are sent over NATS: while it is unavailable the answer is 503, and only a signal to the
 * process works.
 */
@Serves(routes)
export class OperationsController {
  constructor(
    private readonly members: MembersStore,
    private readonly nats: Nats,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    setLogLevel: async ({ body, mutation }) => {
      const { service, replica, module, level, seconds } = body;
      const meant = (await this.heard(mutation.askedAt)).filter(
        (each) => (service ?? each.service) === each.service && (replica ?? each.replica) === each.replica,
      );
      if (meant.length === 0) throw new AppError('NOT_FOUND', 'no replica that matches the request is running');
      const detail = `${level} of ${module ?? 'everything'} for ${seconds} s`;
      await mutation.record({ tenant: null, object: `log-level/${replica ?? service ?? '*'}`, detail });
      this.nats.publish(contracts.setLogLevel, {}, { v: 1, ...body });
      await this.nats.flush();
      return {
        body: {
          replicas: meant.map((each) => each.replica),
          until: timeText(mutation.askedAt + seconds * 1_000),
        },
      };
    },

    diagnose: async ({ body, mutation }) => {
      const { replica, kind, seconds } = body;
      const isRunning = (await this.heard(mutation.askedAt)).some((each) => each.replica === replica);
      if (!isRunning) throw new AppError('NOT_FOUND', `no replica ${replica} is running: GET /system names them`);
      await mutation.record({ tenant: null, object: `diagnosis/${replica}`, detail: kind });
      const name = `${replica}-${new Date(mutation.askedAt).toISOString().replaceAll(/[:.]/g, '-')}`;
      this.nats.publish(contracts.diagnose, { replica }, { v: 1, kind, name, seconds });
      await this.nats.flush();
      return { body: { name } };
    },
  };

  private async heard(now: number): Promise<readonly HeardMember[]> {
    const members = SERVICES.map((service) => this.members.heardSince(service, now - HEARD_WITHIN_MS));
    return (await Promise.all(members)).flat();
  }
}
