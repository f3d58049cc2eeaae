import type { NotifyRule } from '#common/spec/notify.js';
import { revealWebhooks, withHiddenWebhooks } from './webhooks.js';

const rule = (event: NotifyRule['on'][number], webhook: string): NotifyRule => ({ on: [event], webhook });
const PRESENT = [
  rule('failed', 'https://hooks.test/T0/key-1'),
  rule('missed', 'https://hooks.test/T0/key-2'),
  rule('late', 'https://user:password@other.test:8443/?key=3'),
];
const SHOWN = withHiddenWebhooks(PRESENT);

test('only the origin of a webhook address is shown', () => {
  expect(SHOWN.map(({ webhook }) => webhook)).toEqual([
    'https://hooks.test/***',
    'https://hooks.test/***',
    'https://other.test:8443/***',
  ]);
});

test('masked addresses stand for the stored ones, in any order and number', () => {
  expect(revealWebhooks(SHOWN, PRESENT)).toEqual({ ok: true, rules: PRESENT });
  expect(revealWebhooks([...SHOWN].reverse(), PRESENT)).toEqual({ ok: true, rules: [...PRESENT].reverse() });
  expect(revealWebhooks(SHOWN.slice(1), PRESENT)).toEqual({ ok: true, rules: PRESENT.slice(1) });
});

test('rules that differ only in their address keep the addresses of their positions', () => {
  const twins = [rule('failed', 'https://hooks.test/1'), rule('failed', 'https://hooks.test/2')];
  expect(revealWebhooks(withHiddenWebhooks(twins), twins)).toEqual({ ok: true, rules: twins });
});

test('a changed rule keeps its address if only one stored address matches', () => {
  const changed = rule('long', 'https://other.test:8443/***');
  expect(revealWebhooks([changed], PRESENT)).toMatchObject({
    rules: [{ on: ['long'], webhook: 'https://user:password@other.test:8443/?key=3' }],
  });
});

test('a masked address that matches several stored addresses, or none, is refused with its path', () => {
  const written = [rule('long', 'https://hooks.test/***'), rule('long', 'https://elsewhere.test/***')];
  expect(revealWebhooks(written, PRESENT)).toEqual({
    ok: false,
    problems: [
      { path: 'notify.0.webhook', message: 'is masked and matches several stored addresses: give the address itself' },
      { path: 'notify.1.webhook', message: 'is masked, but matches no stored address of this job' },
    ],
  });
});

test('an address that is given in full is used as it is', () => {
  const written = [rule('failed', 'https://new.test/key')];
  expect(revealWebhooks(written, PRESENT)).toEqual({ ok: true, rules: written });
});
