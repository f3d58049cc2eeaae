import { MASK } from './mask.js';
import { hiddenForm, withHiddenSecrets, withSecrets } from './secret-fields.js';

test('only the secrets of a kind are hidden, each in its form', () => {
  const job = {
    name: 'Nightly',
    parameters: { key: 'shown' },
    secureParameters: { key: 'k', other: 1 },
    options: [
      { name: 'a', type: 'secret', default: 's' },
      { name: 'b', type: 'string', default: 'shown' },
    ],
    notify: [{ webhook: 'https://hooks.test/T0/secret' }, { webhook: 'channel:ops' }],
    url: 'https://a.test/run?token=t',
  };
  expect(withHiddenSecrets('Job', job)).toEqual({
    ...job,
    secureParameters: { key: MASK, other: MASK },
    options: [{ ...job.options[0], default: MASK }, job.options[1]],
    notify: [{ webhook: `https://hooks.test/${MASK}` }, { webhook: 'channel:ops' }],
    url: `https://a.test/run?${MASK}`,
  });
  expect(withHiddenSecrets('Tenant', job)).toEqual(job);
});

test('each secret is given with its place', () => {
  const places: string[] = [];
  const worker = { httpHeaders: { authorization: 'a' }, template: { notify: [{ webhook: 'https://b.test/c' }] } };
  withSecrets('Worker', worker, ({ value, name, path }) =>
    places.push(`${name.join('.')} ${path.join('.')} ${String(value)}`),
  );
  expect(places).toEqual([
    'authorization httpHeaders.authorization a',
    'template.notify.0.webhook template.notify.0.webhook https://b.test/c',
  ]);
});

test.each(['query', 'address'] as const)('a text that is no address is hidden as a whole (%s)', (hiding) => {
  expect(hiddenForm('not an address?key=1', hiding)).toBe(MASK);
});
