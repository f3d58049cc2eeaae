import { asAttemptId } from '#common/domain/ids.js';
import { T0 } from '#testing/builders/run-builder.js';
import { command, ended, sealed } from '#testing/run-story.js';
import { applyOrder, type Input } from './inputs.js';

const a = asAttemptId('job-1/0/main/0/1');
const b = asAttemptId('job-1/0/main/1/1');
const seen = (at: number): Input => ({ type: 'seen', attempt: a, at });

const sorted = (...inputs: Input[]): Input[] => applyOrder(inputs).map((position) => inputs[position]!);

test('facts precede commands, ends precede seals, and attempts are ordered by their ids', () => {
  const [abort, ends, seals] = [command('abort'), [ended(a, T0), ended(b, T0)], [sealed(a), sealed(b)]] as const;
  const wanted = [...ends, ...seals, abort];
  expect(sorted(...wanted)).toEqual(wanted);
  expect(sorted(...[...wanted].reverse())).toEqual(wanted);
});

test('commands are applied by age, and inputs of one kind and attempt in order of arrival', () => {
  const older = command('kill', { id: 'z', at: T0 });
  const newer = command('abort', { id: 'a', at: T0 + 1 });
  expect(sorted(newer, older)).toEqual([older, newer]);
  expect(sorted(seen(2), seen(1))).toEqual([seen(2), seen(1)]);
});
