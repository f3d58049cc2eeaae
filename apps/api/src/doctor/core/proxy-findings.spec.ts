import { proxyFindings } from './diagnose.js';

const PUBLIC = 'https://jobs.example.com';

test.each([
  ['the addresses of a proxy', { publicUrl: PUBLIC, trusted: ['10.0.3.7', '10.0.3.8/31', 'fd00::7'] }, 'ok', 'known'],
  ['no proxy, and no TLS', { publicUrl: 'http://api.carillon.svc:8080', trusted: [] }, 'ok', 'known'],
  ['TLS, and no proxy that is trusted', { publicUrl: PUBLIC, trusted: [] }, 'warning', 'names none'],
  ['all private addresses', { publicUrl: PUBLIC, trusted: ['10.0.0.0/8'] }, 'warning', '10.0.0.0/8'],
  [
    'the network of all pods',
    { publicUrl: PUBLIC, trusted: ['10.0.3.7', '10.244.0.0/16'] },
    'warning',
    ' 10.244.0.0/16.',
  ],
  [
    'the network of all pods, of IPv6',
    { publicUrl: PUBLIC, trusted: ['fd00:10:244::/56'] },
    'warning',
    'fd00:10:244::/56',
  ],
])('%s', (_what, proxies, status, text) => {
  expect(proxyFindings(proxies)).toEqual([
    expect.objectContaining({ check: 'proxies', status, message: expect.stringContaining(text) as unknown }),
  ]);
});
