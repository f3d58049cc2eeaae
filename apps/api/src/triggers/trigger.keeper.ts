/** Stores and shows triggers: encrypts their secrets, gives their addresses, and checks that the objects they name exist. */
import { sealedOrKept } from '../channels/kept-secret.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, type TenantId } from '#common/domain/ids.js';
import type { Problem } from '#common/errors/app-error.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { StoredTrigger } from '#common/mongo/triggers.store.js';
import { MASK } from '#common/domain/mask.js';
import type { TriggerSpec, TriggerWebhook } from '#common/spec/trigger.js';
import type { OwnView } from '../http/kind.js';
import { refuseProblems } from '../http/problem.js';
import type { TriggerView } from './trigger.routes.js';

export const HOOK_PATH = '/hooks/';

/** A tenant as one part of a subject: its id may contain dots, which separate the parts of subjects. */
export const subjectToken = (tenant: string): string => tenant.replaceAll('.', '%2E');

export class TriggerKeeper {
  constructor(
    private readonly jobs: Pick<JobsStore, 'load'>,
    private readonly secrets: Pick<SecretBox, 'seal' | 'reseal' | 'open'>,
    /** The address of the service, without a slash at the end; the prefix of NATS subjects, null if there are none. */
    private readonly reached: { readonly publicUrl: string; readonly subjects: string | null },
  ) {}

  /**
   * The trigger as it is stored. Throws VALIDATION_FAILED: for a mask that hides nothing, for a job that the tenant does not have, and for
   * options that it does not declare.
   */
  async sealed(tenant: TenantId, written: TriggerSpec, present: TriggerSpec | null): Promise<TriggerSpec> {
    const problems: Problem[] = [];
    const webhook = written.webhook && this.sealedWebhook(written.webhook, present?.webhook, problems);
    if (written.nats && this.reached.subjects === null)
      problems.push({
        path: 'nats',
        message: 'is not possible here, because the operator has not set TRIGGER_NATS_URL',
      });
    problems.push(...(await this.jobProblems(tenant, written)));
    refuseProblems(problems);
    return { ...written, ...(webhook && { webhook }) };
  }

  private sealedWebhook(
    written: TriggerWebhook,
    present: TriggerWebhook | undefined,
    problems: Problem[],
  ): TriggerWebhook {
    const before = present?.signature === written.signature ? present.secrets : {};
    return withSecrets(written, (value, name) => {
      const kept = Object.hasOwn(before, name) ? before[name] : undefined;
      return sealedOrKept(this.secrets, { value, path: `webhook.secrets.${name}`, kept }, problems);
    });
  }

  /** The secrets that may sign; secrets whose key is gone are left out. */
  secretsOf({ spec }: StoredTrigger): string[] {
    return Object.values(spec.webhook?.secrets ?? {}).flatMap(
      (sealed) => readable(() => this.secrets.open(sealed)) ?? [],
    );
  }

  viewOf({ tenant, uid, spec }: StoredTrigger): OwnView<TriggerView> {
    return {
      ...spec,
      ...(spec.webhook && { webhook: withSecrets(spec.webhook, () => MASK) }),
      url: spec.webhook ? `${this.reached.publicUrl}${HOOK_PATH}${uid}` : null,
      subject: spec.nats ? `${this.reached.subjects ?? ''}.${subjectToken(tenant)}.${spec.nats.subject}` : null,
    };
  }

  /** No answer reveals whether a job of another tenant exists. */
  private async jobProblems(tenant: TenantId, { job: id, options = {} }: TriggerSpec): Promise<Problem[]> {
    const job = await this.jobs.load(asJobId(id));
    if (job?.deletedAt !== null || job.tenant !== tenant)
      return [{ path: 'job', message: `"${id}" is not a job of this tenant` }];
    const declared = new Set((job.spec.options ?? []).map(({ name }) => name));
    return Object.keys(options).flatMap((name) =>
      declared.has(name) ? [] : [{ path: `options.${name}`, message: `is not an option of the job ${id}` }],
    );
  }
}

/** The webhook with each of its secrets replaced by `change`. */
function withSecrets(webhook: TriggerWebhook, change: (value: string, name: string) => string): TriggerWebhook {
  const secrets = Object.entries(webhook.secrets).map(([name, value]) => [name, change(value, name)] as const);
  return { ...webhook, secrets: Object.fromEntries(secrets) };
}
