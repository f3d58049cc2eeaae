/** Saves the notices of an incident's steps, which the sender of notices then delivers. */
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import type { Incident } from '#common/watch/incident.js';
import type { NoticeAddresses } from '../notify/notice-addresses.js';
import { noticesOf } from './core/incident-of.js';

export class IncidentOutbox {
  constructor(
    private readonly notices: Pick<NoticesStore, 'add'>,
    private readonly addresses: Pick<NoticeAddresses, 'digest'>,
    private readonly secrets: Pick<SecretBox, 'seal'>,
    /** The address of the web UI. */
    private readonly uiBase: string,
  ) {}

  /** The same incident and step give the same notices: a repeat saves none. */
  async add(incident: Incident): Promise<void> {
    const sealed = (address: string): string => this.secrets.seal(address);
    const digest = (address: string, tenant: string): string => this.addresses.digest(address, tenant);
    await this.notices.add(noticesOf(incident, { sealed, digest, uiBase: this.uiBase }));
  }
}
