/**
 * Digests that identify the addresses of notices. An address that cannot be decrypted gets a notice all the same, which the sender
 * gives up with that reason: otherwise the missing notice would leave no trace.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { channelIn } from '#common/spec/channel.js';
import type { Notice } from '#common/run/notice.js';
import { forEachContinuing } from '#common/runtime/continuing.js';

const DIGEST_LENGTH = 12;
const UNREADABLE = 'unreadable-';
/** So many notices with unreadable addresses are remembered, so that their addresses are not requested again. */
const MAX_KNOWN = 10_000;

export class NoticeAddresses {
  private readonly known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(
    private readonly notices: Pick<NoticesStore, 'addressed'>,
    private readonly secrets: Pick<SecretBox, 'open'>,
  ) {}

  /** The same for the same address, however it is encrypted; for one that cannot be read, the same for the same encrypted text. */
  digest(webhook: string, tenant = ''): string {
    const plain = this.read(webhook);
    if (plain === null) return UNREADABLE + digestOf(webhook);
    // Channels of the same name are another one in each tenant.
    return digestOf(channelIn(plain) === null ? plain : `${tenant}/${plain}`);
  }

  /** Without notices to addresses that cannot be read any more of events that were decided while they still could. */
  async withoutRepeated(decided: readonly Notice[]): Promise<Notice[]> {
    const repeated = new Set<Notice>();
    await forEachContinuing(
      decided.filter(({ to }) => to.startsWith(UNREADABLE)),
      async (notice) => {
        if (this.known.has(notice.id) || (await this.wasDecided(notice))) repeated.add(notice);
      },
    );
    this.note([...repeated]);
    return decided.filter((notice) => !repeated.has(notice));
  }

  /** Notices that are saved. */
  note(saved: readonly Notice[]): void {
    for (const { id, to } of saved) if (to.startsWith(UNREADABLE)) this.known.set(id, true);
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
