import type { JsonValue } from '#common/contracts/common.js';
import type { OptionsGiven } from '#common/contracts/options.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob } from '#common/domain/definitions.js';
import { evaluateOptions } from '#common/domain/options/evaluate.js';
import { partSecrets, withSecretDefaults } from '#common/domain/options/secret-defaults.js';
import type { Run } from '#common/domain/run.js';
import { invalidInput } from '../http/problem.js';
import { SecretKeeper } from '../jobs/secret-keeper.js';

/** Options as they travel to the scheduler: those of the type secret are sealed. */
export interface JudgedOptions {
  readonly options?: Record<string, JsonValue>;
  readonly secretOptions?: string;
  readonly jobVersion?: number;
}

/** What a run is given for the options of its job. */
export class RunOptions {
  private readonly keeper: SecretKeeper;

  constructor(private readonly box: SecretBox) {
    this.keeper = new SecretKeeper(box);
  }

  /** Throws VALIDATION_FAILED that names every option whose value does not fit, is missing or is not the job's. */
  judged(job: StoredJob, given: OptionsGiven): JudgedOptions {
    const declared = withSecretDefaults(job.spec.options, this.keeper.open(job.sealed).options);
    const { problems } = evaluateOptions(declared, given);
    if (problems.length > 0) throw invalidInput(problems);
    if (declared.length === 0) return {};
    const { plain, secret } = partSecrets(declared, given);
    const secretOptions = this.keeper.sealValues(secret);
    return {
      ...(Object.keys(plain).length > 0 && { options: plain }),
      ...(secretOptions !== null && { secretOptions }),
      jobVersion: job.version,
    };
  }

  /** What an earlier run was given, opened. */
  given({ overrides }: Pick<Run, 'overrides'>): OptionsGiven {
    const { options, secretOptions } = overrides ?? {};
    return {
      ...options,
      ...(secretOptions !== undefined && (JSON.parse(this.box.open(secretOptions)) as OptionsGiven)),
    };
  }
}
