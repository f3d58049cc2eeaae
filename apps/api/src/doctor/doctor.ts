import { SERVICES } from '#common/domain/service-name.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { countNewer } from '#common/mongo/newer-documents.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import type { Nats } from '#common/nats/nats.js';
import { nearlyFull } from './full-tenants.js';
import { refusedSecrets } from './refused-secrets.js';
import { daysLeftOf } from './certificates.js';
import { systemClock } from '#common/clock/clock.js';
import type { Facts, SeenReplica } from './core/diagnose.js';
import type { Surroundings } from './surroundings.js';

const HEARD_WITHIN_MS = 60_000;

/** Gathers the facts about an installation that a replica of the api can see. */
export class Doctor {
  private readonly members: MembersStore;

  constructor(
    private readonly mongo: Mongo,
    private readonly nats: Pick<Nats, 'trouble'>,
    private readonly secrets: Pick<SecretBox, 'keyIds'>,
    private readonly surroundings: Surroundings,
  ) {
    this.members = new MembersStore(mongo);
  }

  /** Throws UNAVAILABLE while the database is unreachable. */
  async facts(): Promise<Omit<Facts, 'archive' | 'outsideWorkers'>> {
    const begunAt = systemClock.monotonic();
    const now = await this.mongo.serverTime();
    const databaseMs = systemClock.monotonic() - begunAt;
    const [replicas, missingIndexes, newerDocuments, fullTenants, refused, census, held, times] = await Promise.all([
      this.replicas(now),
      this.mongo.missingIndexes(),
      countNewer(this.mongo),
      nearlyFull(this.mongo),
      refusedSecrets(this.mongo),
      new SealedValuesStore(this.mongo).census(),
      new HeldWorkStore(this.mongo).status(),
      new InstanceStore(this.mongo).backupTimes(),
    ]);
    const counts = Object.entries(census?.values ?? {}).map(
      ([key, byCollection]) => [key, Object.values(byCollection).reduce((sum, count) => sum + count, 0)] as const,
    );
    return {
      replicas,
      databaseMs,
      missingIndexes,
      newerDocuments,
      fullTenants,
      refusedSecrets: refused,
      ...held,
      natsTrouble: this.nats.trouble,
      ...this.surroundings.said,
      backups: {
        plan: this.surroundings.backupPlan,
        backupAgeMs: times.backupAt === null ? null : now - times.backupAt,
        drillAgeMs: times.drillAt === null ? null : now - times.drillAt,
      },
      certificates: await daysLeftOf(this.surroundings.certificates, now),
      keys: this.secrets.keyIds,
      secretsByKey: census && Object.fromEntries(counts),
    };
  }

  private async replicas(now: number): Promise<SeenReplica[]> {
    const found = await Promise.all(
      SERVICES.map(async (service) =>
        (await this.members.heardSince(service, now - HEARD_WITHIN_MS)).map((member) => ({
          rights: [],
          providers: [],
          stuckUsers: [],
          ...member,
          service,
        })),
      ),
    );
    return found.flat();
  }
}
