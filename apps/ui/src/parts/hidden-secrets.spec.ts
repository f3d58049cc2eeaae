import { withHiddenSecrets } from '#common/domain/secret-fields.js';
import { withSecretsOf } from './hidden-secrets.js';

const worker = {
  name: 'Mail',
  url: 'https://mail.example/send?key=geheim',
  httpHeaders: { Authorization: 'Bearer geheim' },
  template: {
    secureParameters: { password: 'geheim' },
    options: [
      { name: 'mode', type: 'string', default: 'fast' },
      { name: 'pin', type: 'secret', default: 'geheim' },
    ],
  },
};

test('all secrets of a definition are masked, and nothing else', () => {
  const hidden = withHiddenSecrets('Worker', worker);
  expect(JSON.stringify(hidden)).not.toContain('geheim');
  expect(hidden).toMatchObject({
    name: 'Mail',
    url: 'https://mail.example/send?***',
    httpHeaders: { Authorization: '***' },
  });
});

test('masked secrets that were not edited are sent as they are, and new ones as they were entered', () => {
  const hidden = withHiddenSecrets('Worker', worker);
  expect(withSecretsOf(hidden, worker)).toEqual(worker);
  const changed = { ...hidden, httpHeaders: { Authorization: 'new' }, name: 'Post' };
  expect(withSecretsOf(changed, worker)).toEqual({ ...worker, httpHeaders: { Authorization: 'new' }, name: 'Post' });
});

test('a secret option keeps its default when the order of options changes', () => {
  const options = [...worker.template.options].reverse();
  const hidden = withHiddenSecrets('Job', { options });
  expect(withSecretsOf(hidden, worker.template)).toEqual({ options });
});

test('a mask without a known secret stays, so that the server refuses it', () => {
  expect(withSecretsOf({ httpHeaders: { other: '***' } }, worker)).toEqual({ httpHeaders: { other: '***' } });
});

test('addresses of notices are hidden, and stay those of their rules when the order of rules changes', () => {
  const rules = [
    { on: ['failed'], webhook: 'https://chat.example/hooks/geheim-1?key=geheim' },
    { on: ['missed'], webhook: 'https://other.example/hooks/geheim-2' },
    { on: ['late'], webhook: 'channel:ops' },
  ];
  const { notify } = withHiddenSecrets('Job', { notify: rules });
  expect(notify).toEqual([
    { on: ['failed'], webhook: 'https://chat.example/***' },
    { on: ['missed'], webhook: 'https://other.example/***' },
    { on: ['late'], webhook: 'channel:ops' },
  ]);
  const turned = (list: readonly unknown[]): unknown[] => [...list].reverse();
  expect(withSecretsOf({ notify: turned(notify as unknown[]) }, { notify: rules })).toEqual({ notify: turned(rules) });
});

test('a hidden address that may be one of several is left to the server', () => {
  const rules = ['a', 'b'].map((path) => ({ on: ['failed'], webhook: `https://chat.example/${path}` }));
  const hidden = withHiddenSecrets('Job', { notify: rules });
  expect(withSecretsOf(hidden, { notify: rules })).toEqual(hidden);
});
