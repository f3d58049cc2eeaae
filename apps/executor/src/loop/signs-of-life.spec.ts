import { attemptId, asRunId } from '#common/domain/ids.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { first, second } from '#testing/run-story.js';
import { SignsOfLife } from './signs-of-life.js';

const web = aRun(aPlan({ engine: 'webservice' }), { live: [{ id: first } as never, { id: second } as never] });

test('the newest sign of a live attempt counts, in any order of arrival', () => {
  const signs = new SignsOfLife({ lastSign: () => Promise.resolve(null) }, { verify: () => Promise.resolve([]) });
  signs.note(first, 20);
  signs.note(first, 10);
  signs.note(attemptId({ run: asRunId('other'), generation: 0, task: 'main', index: 0, attempt: 1 }), 30);
  expect(signs.of(web)).toEqual([{ type: 'seen', attempt: first, at: 20 }]);
  signs.forget(first);
  expect(signs.of(web)).toEqual([]);
});

test('signs of life matter only for attempts of web services', () => {
  const signs = new SignsOfLife({ lastSign: () => Promise.resolve(null) }, { verify: () => Promise.resolve([]) });
  signs.note(first, 20);
  expect(signs.of({ ...web, engine: 'process' })).toEqual([]);
});

test('stored signs are read for the requested attempts; an attempt without a stored sign gets none', async () => {
  const signs = new SignsOfLife(
    { lastSign: (id) => Promise.resolve(id === first ? 7 : null) },
    { verify: () => Promise.resolve([]) },
  );
  expect(await signs.verify(aRun(aPlan({ engine: 'webservice' })), [first, second])).toEqual([
    { type: 'seen', attempt: first, at: 7 },
  ]);
});
