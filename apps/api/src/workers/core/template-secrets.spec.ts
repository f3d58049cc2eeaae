import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { hiddenTemplate, holdsSecrets, revealedTemplate } from './template-secrets.js';

const TEMPLATE = {
  message: '*** nightly ***',
  secureParameters: { key: 'k-1', deep: { inner: 'k-2' } },
  httpHeaders: { authorization: 'Bearer abc' },
  options: [
    { name: 'level', type: 'string', default: 'info' },
    { name: 'pin', type: 'secret', default: '1234' },
  ],
  url: 'https://hooks.example/start?key=k-3',
  notify: [{ on: ['failed'], webhook: 'https://hooks.example/T1/B2/secret' }],
};

function sentBack(written: typeof TEMPLATE): { revealed: unknown; problems: string[] } {
  const problems: FieldProblem[] = [];
  return { revealed: revealedTemplate(written, TEMPLATE, problems), problems: problems.map(({ path }) => path) };
}

const shown = hiddenTemplate(TEMPLATE) as unknown as typeof TEMPLATE;

test('no secret of a template is shown', () => {
  expect(holdsSecrets(TEMPLATE)).toBe(true);
  expect(JSON.stringify(shown)).not.toMatch(/k-1|k-2|k-3|abc|1234|B2/u);
});

test('what is sent back as it was shown keeps its secrets', () => {
  expect(sentBack(shown)).toEqual({ revealed: TEMPLATE, problems: [] });
});

test('a new value replaces a secret, options are recognised by name, and the others stay', () => {
  const changed = {
    ...shown,
    httpHeaders: { authorization: 'Bearer new' },
    options: [...shown.options].reverse(),
  };
  expect(sentBack(changed)).toEqual({
    revealed: { ...TEMPLATE, httpHeaders: { authorization: 'Bearer new' }, options: [...TEMPLATE.options].reverse() },
    problems: [],
  });
});

test.each([
  ['a header without a stored value', { httpHeaders: { other: '***' } }, 'template.httpHeaders.other'],
  ['an address with another host', { url: 'https://evil.example/start?***' }, 'template.url'],
  [
    'a notice to another host',
    { notify: [{ on: ['failed'], webhook: 'https://evil.example/***' }] },
    'template.notify[0].webhook',
  ],
  [
    'an option of another name',
    { options: [{ name: 'new', type: 'secret', default: '***' }] },
    'template.options[0].default',
  ],
])('%s is refused where it is a mask', (_name, change, path) => {
  expect(sentBack({ ...shown, ...change } as typeof TEMPLATE).problems).toEqual([path]);
});
