/** The target of a notice, with its secrets decrypted: an address of its own, or a channel of its tenant as it is defined now. */
import { opening, type SecretBox } from '#common/crypto/secret-box.js';
import type { TenantId } from '#common/domain/ids.js';
import type { ChannelsStore } from '#common/mongo/channels.store.js';
import type { NoticeTemplate } from '#common/spec/notice-template.js';
import { channelIn } from '#common/notices/channel-address.js';
import { withSecrets, type ChannelTarget } from '#common/spec/channel.js';

export type FoundTarget =
  { readonly target: ChannelTarget; readonly template?: NoticeTemplate | undefined } | { readonly missing: string };

export class NoticeTargets {
  constructor(
    private readonly channels: Pick<ChannelsStore, 'load'>,
    private readonly secrets: Pick<SecretBox, 'open'>,
  ) {}

  /** `address` is encrypted. Throws UnreadableSecret. */
  async find(tenant: TenantId, address: string): Promise<FoundTarget> {
    const plain = opening('the address of the webhook', () => this.secrets.open(address));
    const id = channelIn(plain);
    if (id === null) return { target: { type: 'webhook', url: plain } };
    const channel = await this.channels.load(tenant, id);
    if (channel === null) return { missing: id };
    const open = (value: string, field: string): string =>
      opening(`${field} of the channel ${id}`, () => this.secrets.open(value));
    return { target: withSecrets(channel.spec.target, open), template: channel.spec.template };
  }
}
