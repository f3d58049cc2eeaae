import { MAX_OUTPUTS_BYTES } from '../domain/limits.js';
import { mergedOutputs, outputsProblem } from './outputs.js';

it('outputs are an object of a bounded size', () => {
  expect(outputsProblem({ rows: 1 })).toBeNull();
  expect([outputsProblem([1]), outputsProblem('x'), outputsProblem(null)]).toEqual(
    Array(3).fill('must be a JSON object'),
  );
  expect(outputsProblem({ text: 'x'.repeat(MAX_OUTPUTS_BYTES) })).toMatch(/more than the 8192 allowed/);
});

it('outputs are merged name by name, within the bound', () => {
  expect(mergedOutputs(undefined, undefined)).toBeUndefined();
  expect(mergedOutputs({ a: 1, b: 1 }, { b: 2, c: 2 })).toEqual({ a: 1, b: 2, c: 2 });
  const large = { large: 'x'.repeat(MAX_OUTPUTS_BYTES - 100) };
  expect(mergedOutputs(large, { more: 'x'.repeat(200), small: 1 })).toEqual({ ...large, small: 1 });
});
