import type { ApiClient } from '#common/kubernetes/api-client.js';
import type { RightsFound } from '#common/domain/cluster-rights.js';
import { reviewRights } from '#common/kubernetes/rights.js';
import { messageOf } from '#common/errors/app-error.js';
import { Housekeeping } from '#common/lifecycle/housekeeping.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';

const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** Namespaces that are asked about in one round: a request for each. */
const MAX_NAMESPACES = 100;

export interface RightsWatchParts {
  /** Null: there is no cluster. */
  readonly client: Pick<ApiClient, 'open' | 'call' | 'close' | 'namespace'> | null;
  readonly tenantNamespaces: () => Promise<readonly string[]>;
  /** Stores the findings for the examination of the installation (`doctor`). */
  readonly tell: (findings: readonly RightsFound[]) => Promise<void>;
  readonly log: Logger;
}

/** Regularly asks the cluster for the rights of this executor in the namespaces of workers, and reports missing and excess rights. */
export class RightsWatch implements Startable {
  private readonly housekeeping: Housekeeping;
  private said = '';

  constructor(private readonly parts: RightsWatchParts) {
    const chore = { name: 'rights', cron: EVERY_FIVE_MINUTES, run: () => this.look() };
    this.housekeeping = new Housekeeping([chore], { log: parts.log });
  }

  async start(): Promise<void> {
    const { client, log } = this.parts;
    if (client === null) return;
    await client.open();
    this.housekeeping.start();
    // Runs in the background: a cluster that does not answer must not delay the start of the service.
    void this.look().catch((error: unknown) => {
      log.warn({ error: messageOf(error) }, 'the rights of this service in the cluster could not be read');
    });
  }

  async stop(): Promise<void> {
    await this.housekeeping.stop();
    await this.parts.client?.close();
  }

  async look(): Promise<void> {
    const { client, tenantNamespaces, tell, log } = this.parts;
    if (client === null) return;
    const namespaces = [...new Set([client.namespace, ...(await tenantNamespaces())])].slice(0, MAX_NAMESPACES);
    const findings: RightsFound[] = [];
    for (const namespace of namespaces) {
      const rights = await reviewRights(client, namespace);
      if (rights) findings.push(rights);
    }
    await tell(findings);
    const wrong = findings.filter(({ lacks, beyond }) => lacks.length + beyond.length > 0);
    if (JSON.stringify(wrong) === this.said) return;
    this.said = JSON.stringify(wrong);
    for (const { namespace, lacks, beyond } of wrong)
      log.warn({ namespace, lacks, beyond }, 'the Role in a namespace differs from that of deploy/kubernetes/workers');
  }
}
