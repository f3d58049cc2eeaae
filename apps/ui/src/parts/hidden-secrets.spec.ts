import { withHiddenSecrets, withSecretsOf } from './hidden-secrets.js';

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
  const shown = withHiddenSecrets(worker);
  expect(JSON.stringify(shown)).not.toContain('geheim');
  expect(shown).toMatchObject({
    name: 'Mail',
    url: 'https://mail.example/send?***',
    httpHeaders: { Authorization: '***' },
  });
});

test('masked secrets that were not edited are sent as they are, and new ones as they were entered', () => {
  const shown = withHiddenSecrets(worker);
  expect(withSecretsOf(shown, worker)).toEqual(worker);
  const changed = { ...shown, httpHeaders: { Authorization: 'new' }, name: 'Post' };
  expect(withSecretsOf(changed, worker)).toEqual({ ...worker, httpHeaders: { Authorization: 'new' }, name: 'Post' });
});

test('a secret option keeps its default when the order of options changes', () => {
  const options = [...worker.template.options].reverse();
  const shown = withHiddenSecrets({ options });
  expect(withSecretsOf(shown, worker.template)).toEqual({ options });
});

test('a mask without a known secret stays, so that the server refuses it', () => {
  expect(withSecretsOf({ httpHeaders: { other: '***' } }, worker)).toEqual({ httpHeaders: { other: '***' } });
});
