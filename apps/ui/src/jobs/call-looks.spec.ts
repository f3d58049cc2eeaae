import { callFields, httpCall } from '#common/spec/http-call.js';
import { CALL_FIELDS, CALL_LOOKS, callFieldsOf } from './call-looks.js';

test('the form has every field of a call, and looks only for fields that there are', () => {
  expect(CALL_FIELDS).toEqual(expect.arrayContaining(Object.keys(callFields)));
  const looked = Object.keys(CALL_LOOKS);
  const top = looked.filter((path) => !path.includes('.'));
  expect(CALL_FIELDS).toEqual(expect.arrayContaining(top));
  const inCall = looked.flatMap((path) => /^http\.(\w+)/.exec(path)?.[1] ?? []);
  expect(Object.keys(httpCall.shape)).toEqual(expect.arrayContaining(inCall));
});

test('how a call is made is asked where its answer ends the attempt', () => {
  expect(callFieldsOf({})).not.toContain('http');
  expect(callFieldsOf({ answer: 'ends' })).toContain('http');
  expect(callFieldsOf({ http: { method: 'PUT' } })).toContain('http');
});
