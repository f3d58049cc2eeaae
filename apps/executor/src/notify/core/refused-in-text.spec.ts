import { refusedInText } from './refused-in-text.js';

test.each([
  [
    'teams',
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId tcid=0,server=x..',
    'Teams has not delivered the message: 429',
  ],
  [
    'teams',
    'Webhook message delivery failed with error: Error contacting Teams',
    'Teams has not delivered the message',
  ],
  ['teams', '1', null],
  ['teams', '', null],
  ['slack', 'ok', null],
  ['slack', '{"ok":true}', null],
  ['slack', '{"ok": false, "error": "channel_not_found"}', 'Slack has refused the message: channel_not_found'],
  ['slack', '{"ok":false,"error":"https://secret.test/"}', 'Slack has refused the message'],
  ['webhook', 'Webhook message delivery failed', null],
] as const)('an answer of %s, "%s", refuses the message: %s', (type, answer, expected) => {
  expect(refusedInText(type, answer)).toBe(expected);
});
