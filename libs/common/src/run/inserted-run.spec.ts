import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { contracts, type Payload } from '../messages/registry.js';
import { fromRunDocument, toRunDocument } from '../mongo/run-document.js';
import { decode, encode } from '../nats/nats.js';
import type { Run } from './run.js';
import { fromInsertedRun, toInsertedRun } from './inserted-run.js';

const made: Run = {
  ...aRun(aPlan()),
  overrides: { parameters: { day: '2026-12-01', of: [1, null, { deep: true }] }, secureParameters: 'sealed' },
};

test('a run that is sent equals the run that would have been read', () => {
  const message = { v: 1 as const, run: made.id, made: toInsertedRun(made) };
  const data = Buffer.from(encode(contracts.dispatch.schema, message));
  const received = decode(contracts.dispatch.schema, data) as Payload<'dispatch'>;
  expect(received.made && fromInsertedRun(received.made)).toEqual(fromRunDocument(toRunDocument(made)));
});

test('a long run is not sent, nor a run that has been changed', () => {
  expect(toInsertedRun({ ...made, overrides: { parameters: 'x'.repeat(5_000) } })).toBeUndefined();
  expect(toInsertedRun({ ...made, rev: 2 })).toBeUndefined();
});
