/**
 * Refusals that a receiver answers with a status of success: connectors of Teams with a sentence, Slack's API with `"ok": false`. Only words
 * of the receiver's own vocabulary are repeated, because an answer may contain what was sent. Pure.
 */
import type { ChannelTarget } from '#common/spec/channel.js';

/** `Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId …` */
const TEAMS = /delivery failed(?:.{0,200}?\bHTTP error (\d{3})\b)?/is;
const SLACK = /^\s*\{\s*"ok"\s*:\s*false\b(?:.{0,200}?"error"\s*:\s*"([a-z_]{1,60})")?/s;

const FORMS: Partial<Record<ChannelTarget['type'], { readonly form: RegExp; readonly text: string }>> = {
  teams: { form: TEAMS, text: 'Teams has not delivered the message' },
  slack: { form: SLACK, text: 'Slack has refused the message' },
};

/** Why the message was not taken after all; null if the answer says nothing of the kind. */
export function refusedInText(type: ChannelTarget['type'], answer: string): string | null {
  const form = FORMS[type];
  const match = form?.form.exec(answer);
  if (!form || !match) return null;
  return match[1] === undefined ? form.text : `${form.text}: ${match[1]}`;
}
