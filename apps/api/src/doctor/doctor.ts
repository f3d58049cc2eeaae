import { SERVICES } from '#common/domain/service-name.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { countNewer } from '#common/mongo/newer-documents.js';
import { SealedValuesStore } from '#common/mongo/sealed-values.store.js';
import type { Nats } from '#common/nats/nats.js';
import { systemClock } from '#common/clock/clock.js';
import type { Facts, SeenReplica, FullTenant } from './core/diagnose.js';
import type { Surroundings } from './surroundings.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Certificate } from './core/certificate-findings.js';
import { messageOf } from '#common/errors/app-error.js';
import { asWorkerId, type WorkerId } from '#common/domain/ids.js';
import { MAX_EXAMINING_MS, MAX_JOBS_EXAMINED } from '#common/domain/limits.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { type StoredJob, type StoredWorker, type Tenant, taskWorkersOf } from '#common/spec/definitions.js';
import { refusedVariables } from '#common/spec/secret-variables.js';
import { engineOf } from '#common/spec/worker.js';
import { identityProblems } from '#common/spec/identity.js';
import type { RefusedJobs } from './core/variable-findings.js';

/** Whether the start of a job is refused; `workers`: its own, then those of its tasks. */
type Judgement = (job: StoredJob, workers: readonly StoredWorker[], tenant: Tenant | undefined) => boolean;

/** Jobs that were saved before they were judged so, or whose worker or tenant has changed since: their starts are refused. */
async function refusedJobs(
  mongo: Mongo,
  field: 'secretsFrom' | 'identity',
  isRefused: Judgement,
): Promise<RefusedJobs> {
  try {
    const jobs = await new JobsStore(mongo).having(field, MAX_JOBS_EXAMINED, MAX_EXAMINING_MS);
    const workers = await workersOf(mongo, jobs);
    const tenants = await new TenantsStore(mongo).loadMany([...new Set(jobs.map(({ tenant }) => tenant))]);
    const byId = new Map(tenants.map((tenant) => [tenant.id, tenant]));
    const workersFor = (job: StoredJob): StoredWorker[] => workerIds(job).flatMap((id) => workers.get(id) ?? []);
    const refused = jobs
      .filter((job) => isRefused(job, workersFor(job), byId.get(job.tenant)))
      .map(({ id }) => id)
      .sort();
    return {
      jobs: refused,
      unexamined: jobs.length < MAX_JOBS_EXAMINED ? null : `only ${MAX_JOBS_EXAMINED} were examined`,
    };
  } catch (error) {
    return { jobs: [], unexamined: messageOf(error) };
  }
}

const workerIds = ({ spec }: StoredJob): readonly WorkerId[] => [asWorkerId(spec.worker), ...taskWorkersOf(spec)];

async function workersOf(mongo: Mongo, jobs: readonly StoredJob[]): Promise<ReadonlyMap<string, StoredWorker>> {
  const store = new WorkersStore(mongo);
  const workers = await Promise.all([...new Set(jobs.flatMap(workerIds))].map((id) => store.load(id)));
  return new Map(workers.flatMap((worker) => (worker ? [[worker.id, worker]] : [])));
}

const hasRefusedVariables: Judgement = ({ spec }, workers) => {
  const specs = workers.map((worker) => worker.spec);
  const [own] = specs;
  return own !== undefined && refusedVariables(spec, { engine: engineOf(own), workers: specs }).length > 0;
};

const hasRefusedIdentity =
  (issuer: string | null): Judgement =>
  ({ spec, sealed }, workers, tenant) => {
    const isCall = workers.some((worker) => engineOf(worker.spec) === 'webservice');
    const headers = [sealed, ...workers.map((worker) => worker.sealed)].flatMap((each) =>
      Object.keys(each.httpHeaders),
    );
    const place = { issuer, audiences: tenant?.identityAudiences, headers: isCall ? headers : [] };
    return identityProblems(spec.identity, place).length > 0;
  };

const DAY_MS = 86_400_000;
const IN_PEM = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/** The certificate of each file that expires first. A file that cannot be read counts as expired: no connection can be made with it. */
async function daysLeftOf(
  files: Readonly<Record<string, string | undefined>>,
  now: number,
): Promise<readonly Certificate[]> {
  const named = Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }]));
  return Promise.all(
    named.map(async ({ name, path }) => {
      const ends = await endsIn(path).catch(() => []);
      return { name, daysLeft: ends.length === 0 ? -1 : (Math.min(...ends) - now) / DAY_MS };
    }),
  );
}

async function endsIn(path: string): Promise<readonly number[]> {
  const pems = (await readFile(path, 'utf8')).match(IN_PEM) ?? [];
  return pems.map((pem) => Date.parse(new X509Certificate(pem).validTo));
}

/** The part of its `maxJobs` from which on a tenant is nearly full. */
const NEARLY = 0.9;
/** Tenants that are examined. */
const MAX_TENANTS = 200;

/** Only the first two hundred tenants with a limit are examined, in the order of their ids. */
async function nearlyFull(mongo: Mongo): Promise<readonly FullTenant[]> {
  const jobs = new JobsStore(mongo);
  const tenants = new TenantsStore(mongo);
  const { items } = await tenants.list(({ maxJobs }) => maxJobs !== null, null, MAX_TENANTS);
  const counted = await Promise.all(
    items.map(async ({ id, maxJobs }) => ({
      tenant: id,
      maxJobs: maxJobs ?? 0,
      jobs: await jobs.countUpTo(id, maxJobs ?? 0),
    })),
  );
  return counted.filter(({ jobs: count, maxJobs }) => count >= NEARLY * maxJobs);
}

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
    const [replicas, missingIndexes, newerDocuments, fullTenants, refused, identities, census, held, times] =
      await Promise.all([
        this.replicas(now),
        this.mongo.missingIndexes(),
        countNewer(this.mongo),
        nearlyFull(this.mongo),
        refusedJobs(this.mongo, 'secretsFrom', hasRefusedVariables),
        refusedJobs(this.mongo, 'identity', hasRefusedIdentity(this.surroundings.issuer)),
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
      refusedIdentities: identities,
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
    const answers = await Promise.all(
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
    return answers.flat();
  }
}
