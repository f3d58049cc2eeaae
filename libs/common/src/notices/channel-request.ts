/** The request that each kind of channel gets for a notice, in the form that its vendor documents. Pure. */
import { createHash } from 'node:crypto';
import { NTFY_URL, OPSGENIE_URL, PAGERDUTY_URL, withSecrets, type ChannelTarget } from '../spec/channel.js';
import { MASK } from '../domain/mask.js';
import type { NoticeTemplate } from '../spec/notice-template.js';
import { piecesOf, type Piece } from './template-values.js';
import type { NoticeBody } from '../spec/notify.js';
import { FREQUENT_EVENTS } from './notice-events.js';
import { SIGNATURE_HEADER } from '../spec/fields.js';
import { cloudEventRequest, noticeEvent } from './cloud-event.js';
import { cut, inOneLine, markdownText, slackText } from './notice-text.js';

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
interface Link {
  readonly text: string;
  readonly url: string;
}

const SEVERITIES: Readonly<Record<NoticeBody['on'], Severity>> = {
  failed: 'error',
  missed: 'error',
  late: 'warning',
  long: 'warning',
  recovered: 'info',
  started: 'info',
  succeeded: 'info',
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
/** A text by a template, when its values are in place. */
const MAX_TEXT_LENGTH = 3_000;
/** Affected jobs that a message for people lists. */
const MAX_JOB_FACTS = 5;

/** The text for people, the same for every kind of channel. */
interface MessageContent {
  readonly body: NoticeBody;
  readonly title: readonly Piece[];
  /** In place of the facts, where the channel has a template of it. */
  readonly text: readonly Piece[] | null;
  readonly severity: Severity;
  readonly facts: readonly Fact[];
  /** The first is that of the incident, or of the run; none where the notice is about neither. */
  readonly links: readonly Link[];
  /** It is the same for a failure and the recovery that ends it, and for all steps of an incident. */
  readonly alert: string;
}

function contentOf(body: NoticeBody, template: NoticeTemplate = {}): MessageContent {
  const { incident } = body;
  const kind = body.on === 'recovered' ? 'failed' : body.on;
  const about = incident === undefined ? `${body.job}/${kind}` : `incident/${incident.id}`;
  return {
    body,
    facts: factsOf(body).map(([name, value]): Fact => [inOneLine(name), inOneLine(value) || NO_VALUE]),
    title: shownPieces(template.title ?? '${message}', body),
    text: template.text === undefined ? null : shownPieces(template.text, body),
    severity: SEVERITIES[body.on],
    links: linksOf(body),
    alert: `carillon/${body.tenant}/${about}`,
  };
}

function linksOf({ run, incident }: NoticeBody): Link[] {
  const first = { text: incident === undefined ? 'Open the run' : 'Open the incident', url: (incident ?? run)?.url };
  // The error of the job that was affected first.
  const error = {
    text: 'First error',
    url: run?.errorUrl ?? incident?.jobs?.find(({ errorUrl }) => errorUrl)?.errorUrl,
  };
  return [first, error].flatMap(({ text, url }) => (url === undefined ? [] : [{ text, url }]));
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

/** What a message has besides its notice. */
export interface MessageParts {
  readonly template?: NoticeTemplate | undefined;
  /** The address of the web UI, by which CloudEvents of several installations are told apart. */
  readonly uiBase: string;
}

export function channelRequest(
  target: OpenTarget,
  body: NoticeBody,
  { template, uiBase }: MessageParts,
): ChannelRequest {
  const content = contentOf(body, template);
  switch (target.type) {
    case 'webhook': {
      const { url, signingSecret } = target;
      const headers = { ...JSON_HEADERS, ...signedBy(signingSecret) };
      return { url, headers, body: JSON.stringify({ ...body, ...textsOf(content, template) }) };
    }
    case 'cloudevents': {
      const { url, mode = 'structured', signingSecret } = target;
      const event = noticeEvent({ ...body, ...textsOf(content, template) }, uiBase);
      const request = cloudEventRequest(mode, [event]);
      return { url, body: request.body, headers: { ...request.headers, ...signedBy(signingSecret) } };
    }
    case 'slack':
      return posted(target.url, slackMessage(content));
    case 'teams':
      return posted(target.url, teamsMessage(content));
    case 'discord':
      return posted(target.url, discordMessage(content));
    case 'pagerduty':
      return pagerdutyRequest(content, target.routingKey, target.url ?? PAGERDUTY_URL);
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

export const signedBy = (secret: string | undefined): Record<string, string> =>
  secret === undefined ? {} : { [SIGNATURE_HEADER]: secret };

const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const lines = (links: readonly Link[]): string[] => links.map(({ text, url }) => `${text}: ${url}`);

const shortFacts = (facts: readonly Fact[]): Fact[] =>
  facts.map(([name, value]) => [markdownText(name, MAX_FACT_NAME_LENGTH), markdownText(value, MAX_VALUE_LENGTH)]);

const detailsOf = ({ facts, text }: MessageContent): Record<string, string> =>
  text === null
    ? Object.fromEntries(facts.map(([name, value]) => [cut(name, MAX_FACT_NAME_LENGTH), cut(value, MAX_VALUE_LENGTH)]))
    : { Text: written(text, cut, MAX_TEXT_LENGTH) };

/* Texts by templates. */

/** The pieces of a template; a value begins no line of its own. */
const shownPieces = (template: string, body: NoticeBody): Piece[] =>
  piecesOf(template, body).map(({ isValue, text }) => ({ isValue, text: isValue ? inOneLine(text) : text }));

/** At most `most` characters; `escape` makes plain text of a value, and cuts it. Never empty: receivers refuse that. */
function written(pieces: readonly Piece[], escape: (text: string, most: number) => string, most: number): string {
  let text = '';
  for (const piece of pieces) {
    const left = most - text.length;
    if (left <= 0) break;
    text += (piece.isValue ? escape : cut)(piece.text, left);
  }
  return text.trim() === '' ? NO_VALUE : text;
}

const plain = (pieces: readonly Piece[]): string => written(pieces, cut, MAX_TEXT_LENGTH);

const mainText = ({ text, facts }: MessageContent): string =>
  text === null ? facts.map(([name, value]) => `${name}: ${value}`).join('\n') : plain(text);

/** For receivers that are programs. */
const textsOf = (
  { title, text }: MessageContent,
  template: NoticeTemplate = {},
): Pick<NoticeBody, 'title' | 'text'> => ({
  ...(template.title !== undefined && { title: plain(title) }),
  ...(text !== null && { text: plain(text) }),
});

/** What a message says by a template, as people read it, and the whole message as it is sent, without secrets. */
export function previewOf(
  target: ChannelTarget,
  body: NoticeBody,
  parts: MessageParts,
): { readonly title: string; readonly text: string; readonly message: string } {
  const content = contentOf(body, parts.template);
  const hidden = withSecrets(target, () => MASK);
  const message =
    hidden.type === 'email' ? mailFor(hidden, body, parts.template).text : channelRequest(hidden, body, parts).body;
  return { title: plain(content.title), text: mainText(content), message };
}

/** Incoming webhooks of Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
function slackMessage({ title, text: own, facts, links }: MessageContent): unknown {
  const section = (text: string): object => ({ type: 'section', text: { type: 'mrkdwn', text } });
  const text = written(title, slackText, 3_000);
  const fields = facts.map(([name, value]) => ({
    type: 'mrkdwn',
    text: `*${slackText(name, MAX_FACT_NAME_LENGTH)}*\n${slackText(value, 1_500)}`,
  }));
  const all = links.map((each) => `<${slackText(each.url, 1_400)}|${each.text}>`).join(' · ');
  const main = own === null ? [{ ...section(text), fields }] : [section(text), section(written(own, slackText, 3_000))];
  return { text, blocks: [...main, ...(all === '' ? [] : [section(all)])] };
}

/** Adaptive Cards as a workflow of Teams takes them: https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors */
function teamsMessage({ title, text, facts, links, severity }: MessageContent): unknown {
  const color = { error: 'Attention', warning: 'Warning', info: 'Good' }[severity];
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      {
        type: 'TextBlock',
        text: written(title, markdownText, 1_000),
        weight: 'Bolder',
        size: 'Medium',
        wrap: true,
        color,
      },
      text === null
        ? { type: 'FactSet', facts: shortFacts(facts).map(([name, value]) => ({ title: name, value })) }
        : { type: 'TextBlock', text: written(text, markdownText, MAX_TEXT_LENGTH), wrap: true },
    ],
    actions: links.map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card };
  return { type: 'message', attachments: [attachment] };
}

/** Webhooks of Discord: https://discord.com/developers/docs/resources/webhook#execute-webhook */
function discordMessage({ title, text, facts, links: [run, ...others], severity, body }: MessageContent): unknown {
  const about = [
    ...(text === null ? [] : [written(text, markdownText, MAX_TEXT_LENGTH)]),
    ...others.map((each) => `[${each.text}](${each.url})`),
  ];
  const embed = {
    title: written(title, markdownText, 256),
    ...(run && { url: run.url }),
    ...(about.length > 0 && { description: about.join('\n') }),
    color: { error: 0xd33c3c, warning: 0xd99a1c, info: 0x3c9a55 }[severity],
    timestamp: body.at,
    ...(text === null && { fields: shortFacts(facts).map(([name, value]) => ({ name, value, inline: true })) }),
  };
  // Names of jobs must not mention people.
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}

/** What is no problem is a change event, which alerts nobody: https://developer.pagerduty.com/docs/events-api-v2/send-change-events */
function pagerdutyRequest(content: MessageContent, routingKey: string, url: string): ChannelRequest {
  const isChange = (FREQUENT_EVENTS as readonly string[]).includes(content.body.on);
  if (!isChange) return posted(url, pagerdutyEvent(content, routingKey));
  const { title, links, body } = content;
  const change = {
    routing_key: routingKey,
    payload: {
      summary: written(title, cut, 1_024),
      source: cut(`carillon/${body.tenant}`, 255),
      timestamp: body.at,
      custom_details: detailsOf(content),
    },
    links: links.map(({ text, url: href }) => ({ href, text })),
  };
  return posted(url.replace(/\/enqueue$/, '/change/enqueue'), change);
}

/** Events API v2: https://developer.pagerduty.com/docs/events-api-v2/trigger-events */
function pagerdutyEvent(content: MessageContent, routingKey: string): unknown {
  const { title, links, severity, alert, body } = content;
  return {
    routing_key: routingKey,
    event_action: isEnd(body) ? 'resolve' : 'trigger',
    dedup_key: shortKey(alert, 255),
    payload: {
      summary: written(title, cut, 1_024),
      source: cut(`carillon/${body.tenant}`, 255),
      severity,
      timestamp: body.at,
      component: body.job,
      class: body.on,
      custom_details: detailsOf(content),
    },
    client: 'Carillon',
    ...(links[0] && { client_url: links[0].url, links: links.map(({ text, url }) => ({ href: url, text })) }),
  };
}

/** Alert API: https://docs.opsgenie.com/docs/alert-api */
function opsgenieRequest(
  content: MessageContent,
  target: Extract<OpenTarget, { readonly type: 'opsgenie' }>,
): ChannelRequest {
  const { title, text, links, severity, alert, body } = content;
  const base = (target.url ?? OPSGENIE_URL).replace(/\/+$/, '');
  const headers = { authorization: `GenieKey ${target.apiKey}` };
  const alias = shortKey(alert, 512);
  if (isEnd(body)) {
    const close = `${base}/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
    return posted(close, { source: 'Carillon', note: written(title, cut, 25_000) }, headers);
  }
  const alertBody = {
    message: written(title, cut, 130),
    alias,
    description: cut([plain(text ?? title), ...lines(links)].join('\n'), 15_000),
    details: detailsOf(content),
    entity: cut(body.job, 512),
    source: 'Carillon',
    tags: [body.on],
    priority: { error: 'P2', warning: 'P3', info: 'P5' }[severity],
  };
  return posted(`${base}/v2/alerts`, alertBody, headers);
}

/** Publishing as JSON: https://docs.ntfy.sh/publish/#publish-as-json */
function ntfyMessage(content: MessageContent, topic: string): unknown {
  const {
    title,
    links: [run, ...others],
    severity,
  } = content;
  return {
    topic,
    title: written(title, cut, 250),
    // At most 4,096 bytes; a character has up to four.
    message: cut(mainText(content), 1_000),
    priority: { error: 4, warning: 3, info: 2 }[severity],
    tags: [{ error: 'rotating_light', warning: 'warning', info: 'white_check_mark' }[severity]],
    ...(run && { click: run.url }),
    ...(others.length > 0 && { actions: others.map(({ text, url }) => ({ action: 'view', label: text, url })) }),
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

export function mailFor({ from, to }: MailTarget, body: NoticeBody, template?: NoticeTemplate): Mail {
  const content = contentOf(body, template);
  const { title, links } = content;
  const text = [plain(title), '', mainText(content), '', ...lines(links)].join('\n');
  const digest = createHash('sha256').update(body.id).digest('hex').slice(0, 32);
  // Filters distrust ids of a domain without a dot.
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from,
    to,
    subject: written(title, cut, 200),
    text: `${text.trimEnd()}\n`,
    messageId: `<${digest}@${domain}>`,
  };
}
