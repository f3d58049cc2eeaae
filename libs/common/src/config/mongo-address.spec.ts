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
