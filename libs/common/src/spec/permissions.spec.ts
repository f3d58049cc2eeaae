import { SERVICES } from '../domain/service-name.js';
import { inboxOf, permissionsOf, STREAM_KEEPER } from './permissions.js';
import { contracts } from '../messages/registry.js';

const all = Object.values(contracts);

test.each(SERVICES)(
  'S5: the %s may publish and subscribe only to the subjects that the registry gives it',
  (service) => {
    const { publish, subscribe } = permissionsOf(service);
    const ours = (patterns: readonly string[]): string[] => patterns.filter((each) => !/^(\$JS|_INBOX)\./.test(each));
    expect(ours(publish)).toEqual(
      all
        .filter(({ from }) => from.some((each) => each === service))
        .map(({ pattern }) => pattern)
        .sort(),
    );
    for (const pattern of ours(subscribe)) {
      expect(all.find((each) => each.pattern === pattern)?.to).toContain(service);
    }
    expect([...publish, ...subscribe]).not.toContain('>');
  },
);

test.each(SERVICES)('S5: the %s cannot read answers to other services', (service) => {
  const inboxes = permissionsOf(service).subscribe.filter((each) => each.startsWith('_INBOX'));
  expect(inboxes).toEqual([`${inboxOf(service)}.>`]);
});

test('S5: only one service creates streams, and any other service that reads a stream cannot write into it', () => {
  for (const service of SERVICES) {
    const { publish } = permissionsOf(service);
    const admin = publish.filter((each) => /STREAM\.(?!INFO)/.test(each));
    expect(admin.length > 0).toBe(service === STREAM_KEEPER);
    const reads = all.filter(({ stream }) => publish.some((each) => each === `$JS.API.CONSUMER.INFO.${stream}.*`));
    const writes = reads.filter(({ pattern }) => publish.includes(pattern));
    expect(writes.length === 0 || service === STREAM_KEEPER).toBe(true);
  }
});

test('the api, which is open to the outside, consumes no stream', () => {
  expect(permissionsOf('api').publish.filter((each) => each.startsWith('$JS'))).toEqual([
    '$JS.API.STREAM.INFO.DISPATCH',
    '$JS.API.STREAM.INFO.EVENTS',
  ]);
});
