import { subjectToken } from '#common/messages/contract.js';
import { contracts, STREAMS } from '#common/messages/registry.js';
import { samples } from './samples.js';

const all = Object.entries(contracts);

test.each(all)('%s still parses the first message that it ever had', (name, contract) => {
  const { payload, reply } = samples[name as keyof typeof samples];
  expect(contract.schema.parse(payload)).toEqual(payload);
  expect(contract.reply === null ? undefined : contract.reply.parse(reply)).toEqual(reply);
});

test('no two contracts share a subject', () => {
  const patterns = all.map(([, contract]) => contract.pattern);
  expect(new Set(patterns).size).toBe(patterns.length);
});

test('every durable contract is in a stream that captures its subject, and no other contract is', () => {
  for (const [, contract] of all) {
    const streams = Object.entries(STREAMS).filter(([, { subjects }]) =>
      subjects.some((subject) => matches(subject, contract.pattern)),
    );
    expect(streams.map(([name]) => name)).toEqual(contract.kind === 'durable' ? [contract.stream] : []);
  }
});

test.each([
  ['a.b', 'a%2Eb'],
  ['*', '%2A'],
  ['>', '%3E'],
  ['with blank', 'with%20blank'],
  ['plain-1_x', 'plain-1_x'],
])('the text %p is one token of a subject: %p', (text, token) => {
  expect(subjectToken(text)).toBe(token);
});

function matches(subject: string, pattern: string): boolean {
  const mine = subject.split('.');
  const theirs = pattern.split('.');
  if (mine.at(-1) === '>')
    return theirs.length >= mine.length && mine.slice(0, -1).every((token, i) => token === '*' || token === theirs[i]);
  return mine.length === theirs.length && mine.every((token, i) => token === '*' || token === theirs[i]);
}
