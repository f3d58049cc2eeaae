import fc from 'fast-check';
import { natsAddress } from './nats-address.js';

const none = { kind: 'none' as const };

test.each([
  ['nats://127.0.0.1', { servers: ['127.0.0.1:4222'], isEncrypted: false, login: none }],
  ['tls://nats.example:4443/', { servers: ['nats.example:4443'], isEncrypted: true, login: none }],
  ['nats://[::1]:5222', { servers: ['[::1]:5222'], isEncrypted: false, login: none }],
  [
    'nats://ada:1%3A%40b@host:4222',
    { servers: ['host:4222'], isEncrypted: false, login: { kind: 'password', user: 'ada', password: '1:@b' } },
  ],
  [
    'nats://ada:@host',
    { servers: ['host:4222'], isEncrypted: false, login: { kind: 'password', user: 'ada', password: '' } },
  ],
  ['nats://s3cr%2Ct@host', { servers: ['host:4222'], isEncrypted: false, login: { kind: 'token', token: 's3cr,t' } }],
  ['nats://a, nats://b:1,nats://a:4222', { servers: ['a:4222', 'b:1'], isEncrypted: false, login: none }],
])('%s is parsed', (text, want) => {
  expect(natsAddress(text)).toEqual(want);
});

test.each([
  ['', 'must begin with nats://'],
  ['http://host', 'must begin with nats://'],
  ['ws://host', 'must begin with nats://'],
  ['nats://a,b:4222', 'in every server of a list'],
  ['nats://a,', 'in every server of a list'],
  ['nats://', 'must be nats://host:port'],
  ['nats://host:99999', 'must be nats://host:port'],
  ['nats://host/path', 'must end after the port'],
  ['nats://user:secret/word@host', 'percent-encoded'],
  ['nats://user:sec%ret@host', 'not percent-encoded correctly'],
  ['nats://a,tls://b', 'must not mix'],
  ['nats://user:secret@a,nats://b', 'same user and password'],
  ['nats://user:secret@a,nats://user:other@b', 'same user and password'],
  ['nats://secret@a,nats://user:secret@b', 'same user and password'],
])('%s is refused, and the message shows no secret', (text, why) => {
  expect(() => natsAddress(text)).toThrow(why);
  expect(() => natsAddress(text)).not.toThrow(/sec/);
});

test('any user and password are possible, percent-encoded', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (user, password) => {
      const text = `nats://${encodeURIComponent(user)}:${encodeURIComponent(password)}@host`;
      expect(natsAddress(`${text},${text}:5`).login).toEqual({ kind: 'password', user, password });
    }),
  );
});
