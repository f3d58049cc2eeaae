import { aPlan, aRun } from '#testing/builders/run-builder.js';
import type { PayloadOf } from '../messages/contract.js';
import { contracts } from '../messages/registry.js';
import { fromRunDocument, toRunDocument } from '../mongo/run-document.js';
import { decode, encode } from '../nats/nats.js';
import type { Run } from './run.js';
import { heard, tell } from './told-run.js';

const made: Run = {
  ...aRun(aPlan()),
  overrides: { parameters: { day: '2026-12-01', of: [1, null, { deep: true }] }, secureParameters: 'sealed' },
};

test('what is told of a run is what would have been read', () => {
  const message = { v: 1 as const, run: made.id, made: tell(made) };
  const data = Buffer.from(encode(contracts.dispatch.schema, message));
  const received = decode(contracts.dispatch.schema, data) as PayloadOf<typeof contracts.dispatch>;
  expect(received.made && heard(received.made)).toEqual(fromRunDocument(toRunDocument(made)));
});

test('a long run is not told, nor one that has been changed', () => {
  expect(tell({ ...made, overrides: { parameters: 'x'.repeat(5_000) } })).toBeUndefined();
  expect(tell({ ...made, rev: 2 })).toBeUndefined();
});
