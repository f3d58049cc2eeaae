import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { asJobId, asTenantId, asWorkerId } from '../domain/ids.js';
import type { StoredJob } from './definitions.js';
import { jobMatcher, type JobQuestion } from './job-matcher.js';
import { onShelves, termsAskedBy, termsOf } from './job-terms.js';

interface Described {
  readonly id: string;
  readonly name: string;
  readonly worker?: string;
  readonly enabled?: boolean;
  readonly labels?: Record<string, string>;
  readonly isArchived?: boolean;
  readonly isDeleted?: boolean;
}

const aJob = ({ id, name, worker = 'w', isArchived = false, isDeleted = false, ...spec }: Described): StoredJob => ({
  id: asJobId(id),
  tenant: asTenantId('ibm'),
  version: 1,
  rev: 1,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: 'test',
  spec: { tenant: asTenantId('ibm'), name, worker: asWorkerId(worker), cron: '0 0 * * *', ...spec },
  sealed: { secureParameters: null, httpHeaders: {} },
  paused: isArchived ? { by: 'test', at: 0, note: null, archived: true } : null,
  deletedAt: isDeleted ? 1 : null,
});

/** Whether the index returns the job for each term of the search. */
function isFound(job: StoredJob, question: JobQuestion, archived?: boolean): boolean {
  const terms = termsOf(job);
  return termsAskedBy(question).every(({ text, isPrefix }) =>
    onShelves(text, archived).some((wanted) =>
      terms.some((term) => (isPrefix ? term.startsWith(wanted) : term === wanted)),
    ),
  );
}

describe('a search finds', () => {
  it.each<[string, Described, JobQuestion]>([
    ['a part of a name, in any case', { id: 'a', name: 'Nightly Orders' }, { q: 'LY ORD' }],
    ['a part of an id', { id: 'ibm-orders-7', name: 'x' }, { q: 'm-ord' }],
    ['one character', { id: 'ibm-x', name: 'Orders' }, { q: 'S' }],
    ['the last two characters', { id: 'ibm-x', name: 'Orders' }, { q: 'rs' }],
    ['characters of two code units', { id: 'a', name: 'to 🚀🚀 go' }, { q: '🚀 g' }],
    ['a character whose lower case has another length', { id: 'a', name: 'İstanbul' }, { q: 'İst' }],
    ['punctuation between words', { id: 'a', name: 'a/b (c)' }, { q: '/b (' }],
    ['everything, if the search is empty', { id: 'a', name: 'b' }, { q: '' }],
    ['a label by its name', { id: 'a', name: 'b', labels: { team: 'x' } }, { label: 'team' }],
    ['labels by their values', { id: 'a', name: 'b', labels: { t: 'x', u: '' } }, { label: ['t=x', 'u='] }],
    ['a worker', { id: 'a', name: 'b', worker: 'pods' }, { worker: 'pods' }],
    ['a job that is not disabled', { id: 'a', name: 'b' }, { enabled: true }],
    ['a job that is disabled', { id: 'a', name: 'b', enabled: false }, { enabled: false }],
  ])('%s', (_, described, question) => {
    const job = aJob(described);
    expect(jobMatcher(question)(job)).toBe(true);
    expect(isFound(job, question, false)).toBe(true);
    expect(isFound(job, question)).toBe(true);
  });

  it('no deleted job', () => {
    expect(termsOf(aJob({ id: 'a', name: 'b', isDeleted: true }))).toEqual([]);
  });

  it('archived jobs only if they are requested', () => {
    const job = aJob({ id: 'a', name: 'orders', isArchived: true });
    expect(isFound(job, { q: 'orders' }, false)).toBe(false);
    expect(isFound(job, { q: 'orders' }, true)).toBe(true);
    expect(isFound(job, { q: 'orders' })).toBe(true);
  });

  it('nothing if no name or id contains the text', () => {
    const job = aJob({ id: 'ibm-orders', name: 'Orders', labels: { team: 'x' } });
    const questions: JobQuestion[] = [
      { q: 'order7' },
      { q: 'zz' },
      { label: 'team=y' },
      { worker: 'v' },
      { enabled: false },
    ];
    expect(questions.filter((question) => isFound(job, question))).toEqual([]);
  });
});

it('a search finds every job that matches', () => {
  const word = fc.string({ unit: fc.constantFrom(...Array.from('aAbß İΣσς-_ 🚀ü7')), maxLength: 12 });
  const names = fc.record({ name: word, id: word });
  fc.assert(
    fc.property(names, word, fc.nat(12), fc.nat(12), (of, other, from, length) => {
      const job = aJob(of);
      // Half of the searches are for parts of the name itself.
      const parts = [
        other,
        Array.from(of.name)
          .slice(from, from + length)
          .join(''),
      ];
      const fitting = parts.filter((q) => jobMatcher({ q })(job));
      expect(fitting.filter((q) => !isFound(job, { q }, false))).toEqual([]);
    }),
    { numRuns: worlds(2_000) },
  );
});

it('a name and the id that was made of it share their pieces', () => {
  const both = termsOf(aJob({ id: 'ibm-nightly-orders', name: 'Nightly Orders' }));
  const one = termsOf(aJob({ id: 'ibm-nightly-orders', name: 'ibm-nightly-orders' }));
  expect(both.length).toBe(one.length);
});
