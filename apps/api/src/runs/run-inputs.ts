import { parseJson } from '#common/domain/parse-json.js';
import type { JsonValue } from '#common/spec/fields.js';
import type { OptionsGiven } from '#common/spec/options.js';
import { opening, type SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { laidOver } from '#common/spec/laid-over.js';
import { evaluateOptions } from '#common/spec/options/evaluate.js';
import { partSecrets, withSecretDefaults } from '#common/spec/options/secret-defaults.js';
import { parametersProblems } from '#common/spec/parameters/check-parameters.js';
import type { RunRequest } from '#common/spec/job.js';
import type { Run } from '#common/run/run.js';
import { refuseProblems } from '../http/problem.js';
import { shownSecrets } from '../jobs/core/job-secrets.js';
import { SecretKeeper } from '../jobs/secret-keeper.js';
import { joinedRequest, type JoinedRequest } from './core/joined-request.js';

/** Inputs that fit the job, as they are sent to the scheduler: options of the type secret are encrypted. */
export interface JudgedInputs {
  readonly options?: Record<string, JsonValue>;
  readonly secretOptions?: string;
  /** The version of the job that the inputs were checked against, if it declares any; undefined if it accepts every input. */
  readonly jobVersion?: number;
}

/** The values of a run for the options of its job, and its parameters. */
export class RunInputs {
  private readonly keeper: SecretKeeper;

  constructor(private readonly box: SecretBox) {
    this.keeper = new SecretKeeper(box);
  }

  /** Throws VALIDATION_FAILED that names every option and parameter whose value does not fit, is missing or is not the job's. */
  judged(job: StoredJob, values: OptionsGiven, parameters: JsonValue | undefined): JudgedInputs {
    const declared = this.declared(job);
    const { parametersSchema } = job.spec;
    const unfit = parametersProblems(parametersSchema, laidOver(job.spec.parameters, parameters), 'wholly');
    const problems = [
      ...evaluateOptions(declared, values).problems,
      ...unfit.map(({ path, message }) => ({ path: path.join('.'), message })),
    ];
    refuseProblems(problems);
    if (declared.length === 0 && parametersSchema === undefined) return {};
    const { plain, secret } = partSecrets(declared, values);
    const secretOptions = this.keeper.sealValues(secret);
    return {
      ...(Object.keys(plain).length > 0 && { options: plain }),
      ...(secretOptions !== null && { secretOptions }),
      jobVersion: job.version,
    };
  }

  /**
   * How the request is joined with others of its job. Throws VALIDATION_FAILED that names the values that a key lacks, or that do not fit.
   */
  joined(
    job: StoredJob,
    request: RunRequest,
  ): JoinedRequest & Pick<JudgedInputs, 'jobVersion'> & { firstVersion?: number } {
    const { deduplicate, debounce, collect } = job.spec;
    if (!deduplicate && !debounce && !collect) return {};
    const { joined, problems } = joinedRequest(job.spec, {
      request: request,
      options: evaluateOptions(this.declared(job), request.options ?? {}).values,
      parameters: laidOver(job.spec.parameters, request.parameters),
      digest: (text) => this.box.tags(text)[0],
    });
    refuseProblems(problems);
    const { version: jobVersion, firstVersion } = job;
    return { ...joined, jobVersion, ...(firstVersion !== undefined && { firstVersion }) };
  }

  private declared({ spec, sealed }: StoredJob): ReturnType<typeof withSecretDefaults> {
    return withSecretDefaults(spec.options, shownSecrets(this.keeper.open(sealed), spec.options).options);
  }

  /** The decrypted inputs of an earlier run. Throws CONFLICT if the key of its secret options is gone. */
  writtenOptions({ overrides }: Pick<Run, 'overrides'>): OptionsGiven {
    const { options, secretOptions: sealed } = overrides ?? {};
    if (sealed === undefined) return { ...options };
    const secret = opening('what the run was given for its secret options', () => this.box.open(sealed));
    return { ...options, ...(parseJson(secret) as OptionsGiven) };
  }
}
