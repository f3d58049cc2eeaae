/** Tells which web services no executor may call, as far as `WEBSERVICE_ALLOW` and their addresses say so. */
import { openAddress } from '#common/crypto/call-address.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { isOutside, parseCallRanges, type CallRanges } from '#common/domain/call-ranges.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { WorkersStore } from '#common/mongo/workers.store.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import type { ApiConfig } from '../config.js';
import type { OutsideWorker } from '../doctor/core/address-findings.js';

/** The most workers that are named together. */
const MAX_NAMED = 20;

export class OutsideWorkers {
  private readonly ranges: CallRanges | null;

  /** `allowed`: undefined where this service does not know the setting; then no worker is refused. */
  constructor(
    private readonly box: Pick<SecretBox, 'open'>,
    private readonly allowed: readonly string[] | undefined,
  ) {
    this.ranges = allowed === undefined ? null : parseCallRanges(allowed);
  }

  /** Why the worker cannot be called; null if it may be possible. */
  refusalOf({ spec: { url: stored } }: Pick<StoredWorker, 'spec'>): string | null {
    if (this.ranges === null || stored === undefined) return null;
    const url = readable(() => openAddress(this.box, stored));
    if (url === null || !URL.canParse(url) || !isOutside(this.ranges, url)) return null;
    return `${new URL(url).host} is outside WEBSERVICE_ALLOW, which is ${(this.allowed ?? []).join(',')}`;
  }

  /** The first ones by their ids, for the doctor. */
  async first(workers: Pick<WorkersStore, 'list'>): Promise<readonly OutsideWorker[]> {
    if (this.ranges === null) return [];
    const { items } = await workers.list((worker) => this.refusalOf(worker) !== null, null, MAX_NAMED);
    return items.map((worker) => ({ worker: worker.id, why: this.refusalOf(worker) ?? '' }));
  }
}

export const outsideWorkersOf = ({ secrets, config }: ServiceParts<ApiConfig>): OutsideWorkers =>
  new OutsideWorkers(secrets, config.WEBSERVICE_ALLOW);
