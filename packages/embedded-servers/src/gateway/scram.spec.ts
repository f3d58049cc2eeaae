import { beginScram, finishScram, scramSecret } from './scram.js';

/** The example of RFC 7677, section 3. */
const SECRET = scramSecret('user', 'pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'), 4096);
const FIRST = 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO';
const SERVER_NONCE = '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const FINAL =
  'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=';

const begun = beginScram(SECRET, FIRST, SERVER_NONCE)!;

test('the exchange of RFC 7677 gives the values of its example', () => {
  expect(begun.answer).toBe('r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096');
  expect(finishScram(SECRET, begun.exchange, FINAL)).toBe('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=');
});

test.each([
  FINAL.replace('p=dH', 'p=dX'),
  FINAL.replace('r=rO', 'r=rX'),
  FINAL.replace('c=biws', 'c=eSws'),
  FINAL.replace(/,p=.*/, ''),
  FINAL.replace(/p=.*/, 'p=AAAA'),
  'p=',
  '',
])('S5: %p does not authenticate', (message) => {
  expect(finishScram(SECRET, begun.exchange, message)).toBeNull();
});

test.each(['', 'n,,', 'n,,n=other,r=abc', 'y,,n=user,r=abc', 'n,,n=user,r=', `n,,n=user,r=${'x'.repeat(300)}`])(
  'S5: %p does not begin an exchange',
  (message) => {
    expect(beginScram(SECRET, message, SERVER_NONCE)).toBeNull();
  },
);
