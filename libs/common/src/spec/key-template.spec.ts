import { MAX_REQUEST_KEY_LENGTH } from '../domain/limits.js';
import { renderKey, templateProblem } from './key-template.js';

const options = [
  { name: 'order', type: 'string' },
  { name: 'token', type: 'secret' },
] as const;

test.each<[string, string | null]>([
  ['everything', null],
  ['${option.order}', null],
  ['${option.order}/${parameters.customer.id}', null],
  ['costs $5 {a}', null],
  ['${option.other}', 'refers to "option.other", which is not an option of this job'],
  ['${option.token}', 'refers to the secret option "token": a key is not secret'],
  ['${job.id}', 'contains "${job.id}": only ${option.<name>} and ${parameters.<name>} are possible in a key'],
  ['${parameters.}', 'contains "${parameters.}": only ${option.<name>} and ${parameters.<name>} are possible in a key'],
  ['${}', 'contains "${}": only ${option.<name>} and ${parameters.<name>} are possible in a key'],
  ['${option.order', 'has a "${" without a closing "}"'],
])('the template %j: %s', (template, problem) => {
  expect(templateProblem(template, options)).toBe(problem);
});

const render = (template: string, parameters?: Parameters<typeof renderKey>[1]['parameters']) =>
  renderKey(
    template,
    {
      options: new Map([
        ['order', '7'],
        ['none', ''],
      ]),
      parameters,
    },
    'debounce',
  );

test('the key contains the values, and a value is not expanded again', () => {
  expect(render('o-${option.order}')).toEqual({ ok: true, key: 'o-7' });
  expect(render('${parameters.a.b}/${parameters.n}', { a: { b: '${option.order}' }, n: 0 })).toEqual({
    ok: true,
    key: '${option.order}/0',
  });
  expect(render('all')).toEqual({ ok: true, key: 'all' });
});

test.each<[string, string, object | undefined]>([
  ['${option.absent}', 'options.absent', undefined],
  ['${option.none}', 'options.none', undefined],
  ['${parameters.a.b}', 'parameters.a.b', undefined],
  ['${parameters.a.b}', 'parameters.a.b', { a: 'b' }],
  ['${parameters.a}', 'parameters.a', { a: null }],
  ['${parameters.toString}', 'parameters.toString', {}],
])('the missing reference of %j is named: %s', (template, path, parameters) => {
  expect(render(template, parameters as never)).toEqual({
    ok: false,
    path,
    message: 'is required by the key of debounce',
  });
});

test('a list is not a text, and a key is bounded', () => {
  expect(render('${parameters.a}', { a: [] })).toMatchObject({ ok: false, path: 'parameters.a' });
  const long = 'x'.repeat(MAX_REQUEST_KEY_LENGTH);
  expect(render('${parameters.a}', { a: long })).toEqual({ ok: true, key: long });
  expect(render('${option.order}${parameters.a}', { a: long })).toMatchObject({ ok: false, path: 'parameters.a' });
});
