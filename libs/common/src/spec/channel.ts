/** The public shape of a channel: a destination of a tenant's notices, with its settings. */
import { z } from 'zod';
import { MAX_EVENTS_PER_REQUEST, MAX_MAIL_RECIPIENTS } from '../domain/limits.js';
import { MASK } from '../domain/mask.js';
import { CLOUD_EVENT_MODES } from '../notices/cloud-event.js';
import { noticeTemplate } from './notice-template.js';
import { displayName, httpUrl, nameText, SECRET, SIGNING_SECRET, SIGNING_SECRET_PREFIX, slug } from './fields.js';

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
export const OPSGENIE_URL = 'https://api.opsgenie.com';
export const NTFY_URL = 'https://ntfy.sh';
export const DEFAULT_MAIL_PORT = 587;

const MAX_KEY_LENGTH = 512;
const key = z
  .string()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');
const signingSecret = z.string().regex(SIGNING_SECRET, `must be ${SIGNING_SECRET_PREFIX} and 24 to 64 bytes as Base64`);
/** A secret: answers hold `***` in its place, and writing that back means unchanged. */
const secret = <T extends z.ZodType<string>>(
  value: T,
  description: string,
): z.ZodUnion<readonly [z.ZodLiteral<'***'>, T]> =>
  z
    .union([z.literal(MASK), value])
    .meta(SECRET)
    .describe(`${description} A secret: it is shown as \`***\`, and \`***\` in a request leaves it unchanged.`);
/** Shown to everyone who may read the channel. */
const shownUrl = httpUrl.refine((text) => {
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === '');
}, 'must not contain a user, password, query or fragment: the address is not secret; secrets have fields of their own');
const mailbox = z.email('must be a mail address such as ops@example.com');

const kind = <T extends string>(name: T): z.ZodLiteral<T> => z.literal(name).describe('The kind of channel.');

const webhook = z.strictObject({
  type: kind('webhook'),
  url: secret(httpUrl, 'The address to which each notice is sent by POST; its body is that of the webhook `notice`.'),
  signingSecret: secret(
    signingSecret,
    'The secret by which each request is signed in the form of Standard Webhooks. Default: requests are not signed.',
  ).optional(),
});
const email = z.strictObject({
  type: kind('email'),
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be the name or the address of a mail server')
    .describe('The mail server (SMTP).'),
  port: z.int().min(1).max(65_535).optional().describe(`Its port. Default: ${DEFAULT_MAIL_PORT}.`),
  security: z
    .enum(['starttls', 'tls', 'none'])
    .optional()
    .describe('How the connection is encrypted. Default: `starttls`, which refuses a server that does not offer it.'),
  user: nameText.min(1).max(MAX_KEY_LENGTH).optional().describe('The user name for the server; needs `password`.'),
  password: secret(z.string().min(1).max(MAX_KEY_LENGTH), 'The password of `user`.').optional(),
  from: mailbox.describe('The sender of the mail.'),
  to: z.array(mailbox).min(1).max(MAX_MAIL_RECIPIENTS).describe('The recipients of the mail.'),
});
const slack = z.strictObject({
  type: kind('slack'),
  url: secret(httpUrl, 'The address of an incoming webhook of Slack.'),
});
const teams = z.strictObject({
  type: kind('teams'),
  url: secret(
    httpUrl,
    'The address of a workflow of Microsoft Teams that posts the messages that its webhook receives.',
  ),
});
const discord = z.strictObject({
  type: kind('discord'),
  url: secret(httpUrl, 'The address of a webhook of Discord.'),
});
const pagerduty = z.strictObject({
  type: kind('pagerduty'),
  routingKey: secret(key, 'The integration key of a service (Events API v2).'),
  url: shownUrl.optional().describe(`The address to which events are sent. Default: ${PAGERDUTY_URL}.`),
});
const opsgenie = z.strictObject({
  type: kind('opsgenie'),
  apiKey: secret(key, 'The key of an API integration.'),
  url: shownUrl.optional().describe(`The origin of the API. Default: ${OPSGENIE_URL}.`),
});
const ntfy = z.strictObject({
  type: kind('ntfy'),
  topic: secret(
    z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters, digits, "-" or "_"'),
    'The topic. Without a token, everybody who knows its name can read and write it.',
  ),
  token: secret(key, 'An access token, where the topic needs one.').optional(),
  url: shownUrl.optional().describe(`The server. Default: ${NTFY_URL}.`),
});

const cloudevents = z.strictObject({
  type: kind('cloudevents'),
  url: secret(
    httpUrl,
    'The address to which each end of a run of the tenant is sent by POST, as an event of CloudEvents 1.0; notices also, where jobs, monitors or rules name the channel.',
  ),
  mode: z
    .enum(CLOUD_EVENT_MODES)
    .optional()
    .describe(
      `\`structured\`: each request has one event; \`batch\`: up to ${MAX_EVENTS_PER_REQUEST}, as an array. Default: \`structured\`.`,
    ),
  signingSecret: secret(
    signingSecret,
    'The secret by which each request is signed in the form of Standard Webhooks. Default: requests are not signed.',
  ).optional(),
});

export const channelTarget = z
  .discriminatedUnion('type', [webhook, email, slack, teams, discord, pagerduty, opsgenie, ntfy, cloudevents])
  .superRefine((target, ctx) => {
    if (target.type !== 'email') return;
    if ((target.user === undefined) !== (target.password === undefined))
      ctx.addIssue({ code: 'custom', path: ['password'], message: 'needs user and password together' });
    if (target.password !== undefined && target.security === 'none')
      ctx.addIssue({
        code: 'custom',
        path: ['security'],
        message: 'must be an encrypted mode, because a password is sent',
      });
  });
export type ChannelTarget = z.output<typeof channelTarget>;
export type ChannelType = ChannelTarget['type'];

export const channelFields = {
  name: displayName.optional().describe('The display name.'),
  target: channelTarget.describe('The kind of the channel, and the fields that are needed to send to it.'),
  template: noticeTemplate.optional(),
};
/** Body of `PUT /channels/{id}`. */
export const channelSpec = z.strictObject(channelFields);
export type ChannelSpec = z.output<typeof channelSpec>;
/** Body of `POST /channels`. */
export const newChannel = z.strictObject({
  id: slug.describe('The id within the tenant; rules of jobs refer to the channel as `channel:<id>`.'),
  tenant: slug.describe('The tenant that the channel belongs to.'),
  ...channelFields,
});

/** The fields of each type whose values are secrets. */
const SECRETS: Readonly<Record<ChannelType, readonly string[]>> = {
  webhook: ['url', 'signingSecret'],
  email: ['password'],
  slack: ['url'],
  teams: ['url'],
  discord: ['url'],
  pagerduty: ['routingKey'],
  opsgenie: ['apiKey'],
  ntfy: ['topic', 'token'],
  cloudevents: ['url', 'signingSecret'],
};

/** The target with each of its secrets replaced by the result of `change`. */
export function withSecrets(target: ChannelTarget, change: (value: string, field: string) => string): ChannelTarget {
  const secrets = SECRETS[target.type];
  // Only texts are changed, each into a text, so the type stays the same.
  return Object.fromEntries(
    Object.entries(target).map(([field, value]) => [
      field,
      secrets.includes(field) && typeof value === 'string' ? change(value, field) : value,
    ]),
  ) as ChannelTarget;
}
