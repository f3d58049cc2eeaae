import { SecretBox } from '#common/crypto/secret-box.js';
import { MAX_CHANNELS } from '#common/domain/limits.js';
import { ChannelsStore, type StoredChannel } from '#common/mongo/channels.store.js';
import { withSecrets, type ChannelSpec, type ChannelTarget } from '#common/spec/channel.js';
import { MASK } from '#common/domain/mask.js';
import { Kind } from '../http/kind.js';
import { Serves, type Handlers } from '../http/serves.js';
import { channelRoutes as routes, type ChannelView } from './channel.routes.js';
import { ChannelMessages } from './channel-messages.js';
import { ChannelUsers } from './channel-users.js';
import { sealedOrKept } from './kept-secret.js';
import type { Problem } from '#common/errors/app-error.js';
import { invalidField, invalidInput, refuseProblems } from '../http/problem.js';

/* Secrets of channels: stored encrypted, never shown, and kept when a caller writes `***` back. */

/** The stored form. Throws VALIDATION_FAILED for a mask without a stored secret: in a new channel, or in one of another type. */
function sealedChannel(
  box: Pick<SecretBox, 'seal' | 'reseal'>,
  written: ChannelSpec,
  present: ChannelTarget | null,
): ChannelSpec {
  const before: Readonly<Record<string, unknown>> = present?.type === written.target.type ? { ...present } : {};
  const problems: Problem[] = [];
  const target = withSecrets(written.target, (value, field) =>
    sealedOrKept(box, { value, path: `target.${field}`, kept: before[field] }, problems),
  );
  refuseProblems(problems);
  requireSameHost(written.target, present);
  return { ...written, target };
}

/** A caller who could send a kept secret to another address would learn the secret. */
function requireSameHost(written: ChannelTarget, present: ChannelTarget | null): void {
  const then = placeOf(present);
  const now = placeOf(written);
  if (!keepsSecret(written) || then === now) return;
  throw invalidInput([
    { path: 'target', message: 'has another address, so its secrets must be given again instead of masks' },
  ]);
}

/** The address to which the secrets are sent, without its secret parts. */
const placeOf = (target: ChannelTarget | null): string =>
  target === null
    ? ''
    : JSON.stringify(
        target.type === 'email'
          ? [target.host, target.port, target.security]
          : ['pagerduty', 'opsgenie', 'ntfy'].includes(target.type) && target.url,
      );

function keepsSecret(target: ChannelTarget): boolean {
  let keeps = false;
  withSecrets(target, (value) => {
    keeps ||= value === MASK;
    return value;
  });
  return keeps;
}

@Serves(routes)
export class ChannelController {
  readonly handlers: Handlers<typeof routes>;

  constructor(store: ChannelsStore, secrets: SecretBox, users: ChannelUsers, messages: ChannelMessages) {
    const kind = new Kind<StoredChannel, ChannelSpec, ChannelView>({
      noun: 'channel',
      store,
      max: MAX_CHANNELS,
      editors: 'owner',
      stored: (spec, { present }) =>
        Promise.resolve({
          spec: sealedChannel(secrets, spec, present?.spec.target ?? null),
          events: spec.target.type === 'cloudevents',
        }),
      views: async (channels) => {
        const cursors = await messages.cursorsOf(channels);
        return (channel) => ({
          ...channel.spec,
          target: withSecrets(channel.spec.target, () => MASK),
          events: cursors(channel),
        });
      },
      detail: ({ spec }) => spec.target.type,
      requireUnused: async ({ tenant, id }) => users.requireNone(tenant, id),
    });
    this.handlers = {
      ...kind.handlers,
      testChannel: async (context) => {
        const channel = await kind.find(context, 'editor');
        await context.mutation.record({ tenant: channel.tenant, object: `channel/${channel.id}` });
        return { body: await messages.test(channel, context.query.on, context.caller.name) };
      },
      replayChannel: async (context) => {
        const channel = await kind.find(context, 'owner');
        if (channel.events !== true) throw invalidField('id', 'is not a channel of the type cloudevents');
        const replay = { after: context.body.after, rev: channel.rev + 1 };
        return kind.answer(await kind.save(context, channel, { replay }), context.caller);
      },
      previewChannel: async (context) => {
        const { on = 'failed', template } = context.body;
        return { body: messages.preview(await kind.find(context, 'editor'), on, template) };
      },
    };
  }
}
