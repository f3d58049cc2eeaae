/** The request that each kind of channel gets for a notice, in the form that its vendor documents. Pure. */
import { createHash } from 'node:crypto';
import { NTFY_URL, OPSGENIE_URL, PAGERDUTY_URL, type ChannelTarget } from '#common/spec/channel.js';
import type { NoticeBody } from '#common/spec/notify.js';
import { SIGNATURE_HEADER } from '#common/spec/fields.js';
import { cut, inOneLine, markdownText, slackText } from './core/notice-text.js';

/** A target whose secrets are readable. */
export type OpenTarget = Exclude<ChannelTarget, { readonly type: 'email' }>;
export type MailTarget = Extract<ChannelTarget, { readonly type: 'email' }>;

export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Severity = 'error' | 'warning' | 'info';
type Fact = readonly [name: string, value: string];

const SEVERITIES: Readonly<Record<NoticeBody['on'], Severity>> = {
  failed: 'error',
  missed: 'error',
  late: 'warning',
  long: 'warning',
  recovered: 'info',
  opened: 'error',
  escalated: 'error',
  resolved: 'info',
  test: 'info',
};

/** Receivers refuse empty texts. */
const NO_VALUE = '-';
/** Receivers limit the whole message, too: these lengths of all facts together stay below each limit (Discord 6,000, Teams 28 KB). */
const MAX_FACT_NAME_LENGTH = 100;
const MAX_VALUE_LENGTH = 400;
/** Affected jobs that a message for people lists. */
const MAX_JOB_FACTS = 5;

/** The text for people, the same for every kind of channel. */
interface MessageContent {
  readonly body: NoticeBody;
  readonly title: string;
  readonly severity: Severity;
  readonly facts: readonly Fact[];
  readonly url: string | null;
  /** It is the same for a failure and the recovery that ends it, and for all steps of an incident. */
  readonly alert: string;
}

function contentOf(body: NoticeBody): MessageContent {
  const { run, incident } = body;
  const kind = body.on === 'recovered' ? 'failed' : body.on;
  const about = incident === undefined ? `${body.job}/${kind}` : `incident/${incident.id}`;
  return {
    body,
    facts: factsOf(body).map(([name, value]): Fact => [inOneLine(name), inOneLine(value) || NO_VALUE]),
    title: inOneLine(body.message),
    severity: SEVERITIES[body.on],
    url: run?.url ?? null,
    alert: `carillon/${body.tenant}/${about}`,
  };
}

function factsOf({ run, missed, incident, ...body }: NoticeBody): Fact[] {
  return [
    [nounOf(incident), body.jobName],
    ['Tenant', body.tenant],
    ...(run === null ? [] : [['Run', run.id] as const, ['State', `${run.state} (${run.reason})`] as const]),
    ...(run?.exitCode == null ? [] : [['Exit code', String(run.exitCode)] as const]),
    ...(missed === null ? [] : [['Slots', `${missed.count}, from ${missed.from} to ${missed.to}`] as const]),
    ...(incident?.jobs ?? []).slice(0, MAX_JOB_FACTS).map(({ name, message }): Fact => [`Job ${name}`, message]),
    ['At', body.at],
  ];
}

/** The kind of object that a notice names. */
function nounOf(incident: NoticeBody['incident']): string {
  if (incident === undefined) return 'Job';
  return incident.source === 'rule' ? 'Rule' : 'Monitor';
}

/** True if the notice ends what another notice has begun. */
const isEnd = ({ on }: NoticeBody): boolean => on === 'recovered' || on === 'resolved';

const JSON_HEADERS = { 'content-type': 'application/json' };

export function channelRequest(target: OpenTarget, body: NoticeBody): ChannelRequest {
  const content = contentOf(body);
  switch (target.type) {
    case 'webhook': {
      const { url, signingSecret } = target;
      const headers = { ...JSON_HEADERS, ...(signingSecret !== undefined && { [SIGNATURE_HEADER]: signingSecret }) };
      return { url, headers, body: JSON.stringify(body) };
    }
    case 'slack':
      return posted(target.url, slackMessage(content));
    case 'teams':
      return posted(target.url, teamsMessage(content));
    case 'discord':
      return posted(target.url, discordMessage(content));
    case 'pagerduty':
      return posted(target.url ?? PAGERDUTY_URL, pagerdutyEvent(content, target.routingKey));
    case 'opsgenie':
      return opsgenieRequest(content, target);
    case 'ntfy':
      return posted(target.url ?? NTFY_URL, ntfyMessage(content, target.topic), bearer(target.token));
  }
}

const posted = (url: string, value: unknown, headers: Readonly<Record<string, string>> = {}): ChannelRequest => ({
  url,
  headers: { ...JSON_HEADERS, ...headers },
  body: JSON.stringify(value),
});

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const shortFacts = (facts: readonly Fact[]): Fact[] =>
  facts.map(([name, value]) => [markdownText(name, MAX_FACT_NAME_LENGTH), markdownText(value, MAX_VALUE_LENGTH)]);

const detailsOf = (facts: readonly Fact[]): Record<string, string> =>
  Object.fromEntries(facts.map(([name, value]) => [cut(name, MAX_FACT_NAME_LENGTH), cut(value, MAX_VALUE_LENGTH)]));

const DEFAULT_LINK = 'Open the run';

/** Incoming webhooks of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function slackMessage({ title, facts, url }: MessageContent): unknown {
  const section = (text: string): unknown => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const text = slackText(title, 3_000);
  const fields = facts.map(([name, value]) => ({
    type: 'mrkdwn',
    text: `*${slackText(name, MAX_FACT_NAME_LENGTH)}*\n${slackText(value, 1_500)}`,
  }));
  const link = url === null ? [] : [section(`<${slackText(url, 2_900)}|${DEFAULT_LINK}>`)];
  return { text, blocks: [{ ...Object(section(text)), fields }, ...link] };
}

/** Adaptive Cards as a workflow of Teams takes them: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors */
function teamsMessage({ title, facts, url, severity }: MessageContent): unknown {
  const color = { error: 'Attention', warning: 'Warning', info: 'Good' }[severity];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: markdownText(title, 1_000), weight: 'Bolder', size: 'Medium', wrap: true, color },
      { type: 'FactSet', facts: shortFacts(facts).map(([name, value]) => ({ title: name, value })) },
    ],
    actions: url === null ? [] : [{ type: 'Action.OpenUrl', title: DEFAULT_LINK, url }],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card };
  return { type: 'message', attachments: [attachment] };
}

/** Webhooks of Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook */
function discordMessage({ title, facts, url, severity, body }: MessageContent): unknown {
  const embed = {
    title: markdownText(title, 256),
    ...(url !== null && { url }),
    color: { error: 0xd33c3c, warning: 0xd99a1c, info: 0x3c9a55 }[severity],
    timestamp: body.at,
    fields: shortFacts(facts).map(([name, value]) => ({ name, value, inline: true })),
  };
  // Names of jobs must not mention people.
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** Events API v2: https://developer.pagerduty.com/docs/events-api-v2/trigger-events */
function pagerdutyEvent({ title, facts, url, severity, alert, body }: MessageContent, routingKey: string): unknown {
  return {
    routing_key: routingKey,
    event_action: isEnd(body) ? 'resolve' : 'trigger',
    dedup_key: shortKey(alert, 255),
    payload: {
      summary: cut(title, 1_024),
      source: cut(`carillon/${body.tenant}`, 255),
      severity,
      timestamp: body.at,
      component: body.job,
      class: body.on,
      custom_details: detailsOf(facts),
    },
    client: 'Carillon',
    ...(url !== null && { client_url: url, links: [{ href: url, text: DEFAULT_LINK }] }),
  };
}

/** Alert API: https://docs.opsgenie.com/docs/alert-api */
function opsgenieRequest(
  { title, facts, url, severity, alert, body }: MessageContent,
  target: Extract<OpenTarget, { readonly type: 'opsgenie' }>,
): ChannelRequest {
  const base = (target.url ?? OPSGENIE_URL).replace(/\/+$/, '');
  const headers = { authorization: `GenieKey ${target.apiKey}` };
  const alias = shortKey(alert, 512);
  if (isEnd(body)) {
    const close = `${base}/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
    return posted(close, { source: 'Carillon', note: cut(title, 25_000) }, headers);
  }
  const alertBody = {
    message: cut(title, 130),
    alias,
    description: cut([title, ...(url === null ? [] : [url])].join('\n'), 15_000),
    details: detailsOf(facts),
    entity: cut(body.job, 512),
    source: 'Carillon',
    tags: [body.on],
    priority: { error: 'P2', warning: 'P3', info: 'P5' }[severity],
  };
  return posted(`${base}/v2/alerts`, alertBody, headers);
}

/** Publishing as JSON: https://docs.ntfy.sh/publish/#publish-as-json */
function ntfyMessage({ title, facts, url, severity }: MessageContent, topic: string): unknown {
  return {
    topic,
    title: cut(title, 250),
    // At most 4,096 bytes; a character has up to four.
    message: cut(facts.map(([name, value]) => `${name}: ${value}`).join('\n'), 1_000),
    priority: { error: 4, warning: 3, info: 2 }[severity],
    tags: [{ error: 'rotating_light', warning: 'warning', info: 'white_check_mark' }[severity]],
    ...(url !== null && { click: url }),
  };
}

/** The text if it is short enough, otherwise a digest of it. */
const shortKey = (text: string, most: number): string =>
  text.length <= most ? text : createHash('sha256').update(text).digest('hex');

export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** The id is the same in every try, so that servers and readers recognise a repeated message. */
  readonly messageId: string;
}

export function mailFor({ from, to }: MailTarget, body: NoticeBody): Mail {
  const { title, facts, url } = contentOf(body);
  const lines = [title, '', ...facts.map(([name, value]) => `${name}: ${value}`), ...(url === null ? [] : ['', url])];
  const digest = createHash('sha256').update(body.id).digest('hex').slice(0, 32);
  // Filters distrust ids of a domain without a dot.
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return { from, to, subject: cut(title, 200), text: `${lines.join('\n')}\n`, messageId: `<${digest}@${domain}>` };
}
