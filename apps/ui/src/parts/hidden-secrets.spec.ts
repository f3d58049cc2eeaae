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

test('no secret of a definition is shown, and what is no secret is', () => {
  const shown = withHiddenSecrets(worker);
  expect(JSON.stringify(shown)).not.toContain('geheim');
  expect(shown).toMatchObject({
    name: 'Mail',
    url: 'https://mail.example/send?***',
    httpHeaders: { Authorization: '***' },
  });
});

test('hidden secrets that were left alone are sent as they are, new ones as they were written', () => {
  const shown = withHiddenSecrets(worker);
  expect(withSecretsOf(shown, worker)).toEqual(worker);
  const changed = { ...shown, httpHeaders: { Authorization: 'new' }, name: 'Post' };
  expect(withSecretsOf(changed, worker)).toEqual({ ...worker, httpHeaders: { Authorization: 'new' }, name: 'Post' });
});

test('a secret option keeps its default when options change their order', () => {
  const options = [...worker.template.options].reverse();
  const shown = withHiddenSecrets({ options });
  expect(withSecretsOf(shown, worker.template)).toEqual({ options });
});

test('what hides nothing that is known stays hidden, for the server to refuse', () => {
  expect(withSecretsOf({ httpHeaders: { other: '***' } }, worker)).toEqual({ httpHeaders: { other: '***' } });
});
