/**
 * Digests that identify the addresses of notices. A notice is also made for an address that cannot be decrypted, and the sender gives it
 * up with that reason: otherwise the missing notice would leave no trace.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { channelIn } from '#common/notices/channel-address.js';
import type { Notice } from '#common/run/notice.js';
import { forEachContinuing } from '#common/runtime/continuing.js';

const DIGEST_LENGTH = 12;
const UNREADABLE = 'unreadable-';
/** This many notices with unreadable addresses are remembered, so that their addresses are not requested again. */
const MAX_KNOWN = 10_000;

export class NoticeAddresses {
  private readonly allowed = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(
    private readonly notices: Pick<NoticesStore, 'addressed'>,
    private readonly secrets: Pick<SecretBox, 'open'>,
  ) {}

  /** The digest of an address does not depend on its encryption; the digest of an unreadable address is made of the encrypted text. */
  digest(webhook: string, tenant = ''): string {
    const plain = this.read(webhook);
    if (plain === null) return UNREADABLE + digestOf(webhook);
    // Channels of different tenants may have the same name.
    return digestOf(channelIn(plain) === null ? plain : `${tenant}/${plain}`);
  }

  /** Leaves out notices to addresses that have become unreadable, if their events were decided while the address was readable. */
  async withoutRepeated(decided: readonly Notice[]): Promise<Notice[]> {
    const repeated = new Set<Notice>();
    await forEachContinuing(
      decided.filter(({ to }) => to.startsWith(UNREADABLE)),
      async (notice) => {
        if (this.allowed.has(notice.id) || (await this.wasDecided(notice))) repeated.add(notice);
      },
    );
    this.note([...repeated]);
    return decided.filter((notice) => !repeated.has(notice));
  }

  /** Remembers saved notices. */
  note(saved: readonly Notice[]): void {
    for (const { id, to } of saved) if (to.startsWith(UNREADABLE)) this.allowed.set(id, true);
  }

  private async wasDecided({ id, to }: Notice): Promise<boolean> {
    const ofEvent = await this.notices.addressed(id.slice(0, -to.length));
    return ofEvent.some((other) => !other.to.startsWith(UNREADABLE) && this.read(other.webhook) === null);
  }

  private read(webhook: string): string | null {
    return readable(() => this.secrets.open(webhook));
  }
}

const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
