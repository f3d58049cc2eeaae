/** Gives attempts that run new tokens of their job's identity, by the rules of their first one (ADR 27). */
import type { Clock } from '#common/clock/clock.js';
import { attemptId, type AttemptKey } from '#common/domain/ids.js';
import { MAX_IDENTITY_SECONDS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SpecsStore } from '#common/mongo/specs.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { LiveAttempt } from '#common/run/run.js';
import type { IdentityToken, IdentityTokens } from '#common/secrets/identity-tokens.js';

const MS = 1_000;
/** An attempt that is asked to end may still have to say who it is. */
const LEAST_SECONDS = 60;

export class IdentityRenewal {
  constructor(
    private readonly tokens: Pick<IdentityTokens, 'issue'>,
    private readonly runs: Pick<RunReads, 'get' | 'liveNow'>,
    private readonly definitions: {
      readonly specs: Pick<SpecsStore, 'get'>;
      readonly tenants: Pick<TenantsStore, 'load'>;
    },
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** `audience` null: all of the job's. Throws ATTEMPT_ENDED and FORBIDDEN. */
  async renew(key: AttemptKey, audience: string | null): Promise<IdentityToken> {
    const attempt = attemptId(key);
    const run = await this.runs.get(key.run);
    const live = run?.live.find(({ id }) => id === attempt);
    if (!run || live?.end !== null) throw await this.ended(key);
    const { specs, tenants } = this.definitions;
    const [spec, tenant] = await Promise.all([specs.get(run.spec), tenants.load(run.tenant)]);
    const job = spec?.job ?? {};
    const seconds = this.secondsOf(live, spec?.job.timeoutSeconds ?? null);
    const issued = await this.tokens.issue('renewed', { run, attempt, job, tenant, audience, seconds });
    if ('token' in issued) return issued;
    throw new AppError('FORBIDDEN', `${issued.path} ${issued.message}`);
  }

  /** An attempt that a former primary of the database does not know yet may ask again. */
  private async ended(key: AttemptKey): Promise<AppError> {
    const live = (await this.runs.liveNow(key.run)).find(({ id }) => id === attemptId(key));
    return live?.end === null
      ? new AppError('UNAVAILABLE', 'the attempt cannot be read now')
      : new AppError('ATTEMPT_ENDED', 'the attempt has ended or is not the current one');
  }

  /** At most for as long as the attempt may still run. */
  private secondsOf({ startedAt }: LiveAttempt, timeoutSeconds: number | null): number {
    if (timeoutSeconds === null) return MAX_IDENTITY_SECONDS;
    const ranMs = startedAt === null ? 0 : this.clock.now() - startedAt;
    return Math.max(LEAST_SECONDS, timeoutSeconds - ranMs / MS);
  }
}
