import { apiEnv } from './config.js';

const trusted = apiEnv.shape.TRUSTED_PROXIES;

test('proxies are trusted by address and by network', () => {
  const text = '10.0.0.1,192.168.0.0/16,2001:db8::1,2001:db8::/32';
  expect(trusted.parse(text)).toEqual(text.split(','));
});

// `1` is a number of proxies elsewhere, and `10/8` is short for `0.0.0.10/8`: both would trust another proxy than is meant.
test.each(['1', '10/8', '127.1', '010.0.0.1', '10.0.0.1:80', '0.0.0.0/0', '::/0', 'proxy.example.com', '10.0.0.0/99'])(
  '%s names no proxy',
  (text) => {
    expect(trusted.safeParse(text).error?.message).toContain('must be IP addresses or networks such as 10.0.0.0/8');
  },
);
