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

test('S5: services with the same keys take what the others send, and know until when they wait', () => {
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
