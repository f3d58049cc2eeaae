import { contracts } from '../messages/registry.js';
import { MessageSigner } from './message-signer.js';
import { RefusedMessage, SignedMessages } from './signed-messages.js';

const NOW = 1_700_000_000_000;
const SUBJECT = 'scheduler.v1.apply';
const DATA = '{"v":1,"job":"j"}';
const data = new TextEncoder().encode(DATA);

function service(byte: number, refused: string[] = []): SignedMessages {
  return new SignedMessages(() => NOW, {
    signer: new MessageSigner([{ id: 'k', key: Buffer.alloc(32, byte) }]),
    localTime: () => NOW,
    onRefused: (contract, fault) => refused.push(`${contract}: ${fault}`),
  });
}

test('S5: services with the same keys accept each other’s messages, and know until when they wait', () => {
  const sent = service(1).headersFor(SUBJECT, DATA, 5_000);
  const receiver = service(1);
  expect(() => {
    receiver.check(contracts.applyJob, { subject: SUBJECT, data, ...sent });
  }).not.toThrow();
  expect(receiver.timeLeft(sent)).toBe(5_000);
  expect(receiver.timeLeft({})).toBe(Infinity);
});

test.each([
  [{}, 'unsigned'],
  [service(2).headersFor(SUBJECT, DATA), 'forged'],
])('S5: a message with the headers %p is refused as %s', (sent, fault) => {
  const refused: string[] = [];
  const receiver = service(1, refused);
  expect(() => {
    receiver.check(contracts.applyJob, { subject: SUBJECT, data, ...sent });
  }).toThrow(RefusedMessage);
  expect(refused).toEqual([`${SUBJECT}: ${fault}`]);
});

describe('S5: an answer', () => {
  const ANSWER = '{"ok":true}';
  const answer = new TextEncoder().encode(ANSWER);
  const asked = service(1).headersFor(SUBJECT, DATA, 5_000);
  const another = service(1).headersFor(SUBJECT, '{"v":1,"job":"k"}', 5_000);

  test('is accepted from a service with the same keys', () => {
    const answered = service(1).headersForAnswer(asked, ANSWER);
    expect(() => {
      service(1).checkAnswer(contracts.applyJob, asked, { subject: '_INBOX.1', data: answer, ...answered });
    }).not.toThrow();
  });

  test.each([
    ['that nobody signed', {}, 'unsigned'],
    ['of a service with other keys', service(2).headersForAnswer(asked, ANSWER), 'forged'],
    ['to another request', service(1).headersForAnswer(another, ANSWER), 'forged'],
    ['to another request', service(1).headersForAnswer(asked, '{"ok":false}'), 'forged'],
    ['that is a message and not an answer', service(1).headersFor('_INBOX.1', ANSWER), 'forged'],
  ])('%s is refused', (_what, answered, fault) => {
    const refused: string[] = [];
    expect(() => {
      service(1, refused).checkAnswer(contracts.applyJob, asked, { subject: '_INBOX.1', data: answer, ...answered });
    }).toThrow(RefusedMessage);
    expect(refused).toEqual([`${SUBJECT}: ${fault}`]);
  });

  test('is not accepted as a message', () => {
    expect(() => {
      service(1).check(contracts.applyJob, {
        subject: SUBJECT,
        data: answer,
        ...service(1).headersForAnswer({}, ANSWER),
      });
    }).toThrow(RefusedMessage);
  });
});
