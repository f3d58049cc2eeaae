import { mongoAddress } from './mongo-address.js';

test.each([
  'mongodb://db/carillon',
  'mongodb://a:1,b:2/carillon?replicaSet=rs0',
  'mongodb://u:p%40ss%2Fw%3Ard@db:1/x?authSource=admin&appName=a@b',
  'mongodb+srv://u@cluster.test/x',
  'mongodb://u:@db',
  'mongodb://%2Ftmp%2Fmongodb.sock/x',
])('the address %s is taken', (address) => {
  expect(mongoAddress(address)).toBe(address);
});

test.each(['p@ss', 'pa/ss', 'pa:ss', 'p?ss', 'p#ss', '50%', '%ZZ', '[p]', 'p@ss/w:rd'])(
  'a password with %s is refused, and is not shown',
  (password) => {
    const address = `mongodb://user:${password}@db:27017/x?replicaSet=rs0`;
    expect(() => mongoAddress(address)).toThrow(
      /^the user or the password has characters that must be percent-encoded/,
    );
    expect(() => mongoAddress(address)).not.toThrow(/user:|db:27017/);
  },
);

test('another scheme is refused', () => {
  expect(() => mongoAddress('postgres://db')).toThrow('must begin with mongodb:// or mongodb+srv://');
});

test.each([
  ['mongodb://user:secret@db/x?retrywrite=true', 'option retrywrite is not supported'],
  ['mongodb://user:secret@db/x?tls=maybe', 'tls/ssl must be either "true" or "false"'],
  ['mongodb://user:secret@db/x?maxPoolSize=ten', 'maxPoolSize'],
  ['mongodb://user:secret@db/x?replicaSet=', '"replicaSet" cannot be specified with no value'],
  ['mongodb://user:secret@a,b/x?directConnection=true', 'requires exactly one host'],
  ['mongodb://user:secret@db:99999/x', 'db:99999'],
  ['mongodb://user:secret@[::1/x', '[::1'],
  ['mongodb://user:secret@', 'host list'],
  ['mongodb://', 'host list'],
  [
    'mongodb://user:secret@db/x?tls=true&tlsCAFile=/there/is/none.pem',
    "no such file or directory, access '/there/is/none.pem'",
  ],
  ['mongodb+srv://user:secret@db.test:27017/x', 'cannot have port number'],
  ['mongodb://user:secret@db/a b', 'no database of the name "a b"'],
  ['mongodb://user:secret@db/a.b', 'database names'],
  ['mongodb://user:12?secret=b@db/x', 'is not a valid connection string'],
])('%s, which no connection can be made with, is refused with the reason and without the password', (address, why) => {
  expect(() => mongoAddress(address)).toThrow(/^is not a valid connection string/);
  expect(() => mongoAddress(address)).toThrow(new RegExp(why.replace(/[[\]?/."]/g, '\\$&'), 'i'));
  expect(() => mongoAddress(address)).not.toThrow(/secret/);
});
