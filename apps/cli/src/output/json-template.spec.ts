import { jsonTemplate } from './printer.js';

const LABELS = { team: 'billing', 'app.example.com/name': 'web' };
const RUNS = {
  items: [
    { id: 'a', state: 'FAILED', labels: LABELS, tasks: [{ name: 'main' }] },
    { id: 'b', state: 'FINISHED', labels: {}, tasks: [] },
  ],
};

test.each([
  ['{.items[*].id}', 'a b'],
  ['{.items[0].labels}', JSON.stringify(LABELS)],
  ["{.items[0]['state']}", 'FAILED'],
  ['{$.items[1].id}', 'b'],
  ['{items[1].id}', 'b'],
  ['{.items[?(@.state=="FAILED")].id}', 'a'],
  ['{.items[0].nothing}', ''],
  ['{range .items[*]}{.id}{"\\t"}{.state}{"\\n"}{end}', 'a\tFAILED\nb\tFINISHED\n'],
  ["{range .items[*]}{.id}{range .tasks[*]}({@.name}){end}{'; '}{end}", 'a(main); b; '],
  ['first: {.items[0].id}, "{.items[1].id}"', 'first: a, "b"'],
  ['{"{not an expression}"}', '{not an expression}'],
  ['{.items[0].labels.app\\.example\\.com/name}', 'web'],
  ["{.items[0].labels['app.example.com/name']}", 'web'],
  ["{.items[0].labels['app\\.example\\.com/name']}", 'web'],
  ['{.items[?(@.labels.app\\.example\\.com/name=="web")].id}', 'a'],
])('%s is replaced', (template, text) => {
  expect(jsonTemplate(template)(RUNS)).toBe(text);
});

test.each([
  ['{.items[}', /\.items\[.* is no JSONPath/],
  ['{range .items[*]}{.id}', /\{range …\} without an \{end\}/],
  ['{.id', /has a \{ without a \}: \{\.id/],
  ['{.id} {{.state}}', /has a \{ without a \}/],
  ['', /has no template/],
  ['{.id}{end}', /\{end\} without a \{range …\}/],
])('%s is refused with the cause', (template, message) => {
  expect(() => jsonTemplate(template)).toThrow(message);
});
