import { CALL_FORM, FORM, isNewer, NEWEST_FORM, stampOf } from './stored-form.js';

test('a document of the first form has no stamp, and one with a form of its own is counted', () => {
  expect(stampOf()).toEqual(FORM === 1 ? {} : { form: FORM, formed: true });
  expect(stampOf(CALL_FORM)).toEqual({ form: CALL_FORM, formed: true });
});

test('documents of every form up to the newest are processed, and no later ones', () => {
  expect([{}, { form: CALL_FORM }, { form: NEWEST_FORM }].map(isNewer)).toEqual([false, false, false]);
  expect(isNewer({ form: NEWEST_FORM + 1 })).toBe(true);
});
