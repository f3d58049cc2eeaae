import { describeDuplicate } from './duplicate-key.js';

describe('describeDuplicate', () => {
  it('has the form of MongoDB’s error, with the fields that libraries read', () => {
    const index = { name: 'a_1_b.c_-1', key: { a: 1, 'b.c': -1 } };
    expect(describeDuplicate('db.c', index, { a: 'x', b: { c: 5 }, d: 1 })).toEqual({
      errmsg: 'E11000 duplicate key error collection: db.c index: a_1_b.c_-1 dup key: { a: "x", b.c: 5 }',
      keyPattern: index.key,
      keyValue: { a: 'x', 'b.c': 5 },
    });
  });

  it('gives null for a missing field, and no value if the document is not known', () => {
    const index = { name: 'a_1', key: { a: 1 } };
    expect(describeDuplicate('db.c', index, {})).toMatchObject({ keyValue: { a: null } });
    expect(describeDuplicate('db.c', index, undefined)).toMatchObject({ keyPattern: { a: 1 }, keyValue: {} });
  });
});
