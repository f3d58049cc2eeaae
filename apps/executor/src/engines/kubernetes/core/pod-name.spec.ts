import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asRunId, asTenantId, attemptId, type AttemptKey } from '#common/domain/ids.js';
import { podHostname, podName as nameOf, secretNames, keysNames, type NamedAttempt } from './pod-name.js';

const key: AttemptKey = { run: asRunId('job1-1700000000'), generation: 0, task: 'main', index: 3, attempt: 1 };
const attempt: NamedAttempt = { tenant: asTenantId('ibm'), job: asJobId('job1'), slug: 'nightly-report', key };
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const podName = (of: NamedAttempt, salt: number): string => nameOf(of, salt, digest);
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const anyAttempt = fc
  .record({
    slug: fc.string(),
    task: fc.string({ minLength: 1 }),
    index: fc.nat(99_999),
    attempt: fc.integer({ min: 1, max: 100 }),
    generation: fc.nat(1_000),
  })
  .map(({ slug, task, index, attempt: number, generation }): NamedAttempt => {
    return { ...attempt, slug, key: { run: key.run, task, index, attempt: number, generation } };
  });

test('the name of a pod contains the job, the index and the attempt', () => {
  expect(podName(attempt, 0)).toMatch(/^nightly-report-3-[0-9a-z]{8}$/);
  expect(podHostname(attempt)).toBe('nightly-report-3');
});

test('the name contains the task unless the run has only one', () => {
  const ps = { ...attempt, key: { ...key, task: 'ps' } };
  expect(podName(ps, 0)).toMatch(/^nightly-report-ps-3-[0-9a-z]{8}$/);
  expect(podHostname(ps)).toBe('nightly-report-ps-3');
});

test('the same attempt always has the same name, and every other attempt has another one', () => {
  const others: NamedAttempt[] = [
    { ...attempt, tenant: asTenantId('acme') },
    { ...attempt, job: asJobId('job2') },
    { ...attempt, key: { ...key, run: asRunId('job1-1700000060') } },
    { ...attempt, key: { ...key, generation: 1 } },
    { ...attempt, key: { ...key, attempt: 2 } },
  ];
  expect(podName({ ...attempt }, 0)).toBe(podName(attempt, 0));
  expect(new Set([attempt, ...others].map((each) => podName(each, 0))).size).toBe(others.length + 1);
});

test('a salt gives another name if the first one is taken', () => {
  expect(new Set([0, 1, 2, 3].map((salt) => podName(attempt, salt))).size).toBe(4);
});

test('names and hostnames are DNS labels for any name of a job or task', () => {
  fc.assert(
    fc.property(anyAttempt, (any) => {
      expect(podName(any, 0)).toMatch(DNS_LABEL);
      expect(podHostname(any)).toMatch(DNS_LABEL);
    }),
  );
});

test('a long job name is cut, and the index and the hash are kept whole', () => {
  const long = { ...attempt, slug: 'x'.repeat(200), key: { ...key, index: 99_999 } };
  expect(podName(long, 0)).toHaveLength(63);
  expect(podName(long, 0)).toMatch(/^x+-99999-[0-9a-z]{8}$/);
});

test('the names of a hundred thousand indexes do not collide', () => {
  const hashes = new Set<string>();
  for (let index = 0; index < 100_000; index++) {
    hashes.add(podName({ ...attempt, slug: '', key: { ...key, index } }, 0).slice(-8));
  }
  expect(hashes.size).toBe(100_000);
});

test('S1: the name of a Secret follows from the attempt and a secret key, and cannot be derived from known values', () => {
  const id = attemptId(attempt.key);
  const names = (...keys: string[]): readonly string[] => {
    const box = new SecretBox(keys.map((key) => ({ id: key, key: Buffer.alloc(32, key) })));
    return secretNames(id, { tags: (text) => box.tags(text) });
  };
  const [name] = names('a');
  expect(name).toMatch(/^carillon-attempt-[0-9a-f]{32}$/);
  expect(names('a')).toEqual([name]);
  expect(names('b', 'a')).toEqual([names('b')[0], name]);
  expect(names('b')).not.toContain(name);
  const other = attemptId({ ...attempt.key, attempt: 2 });
  expect(secretNames(other, { tags: (text) => [digest(text)] })).not.toEqual(
    secretNames(id, { tags: (text) => [digest(text)] }),
  );
  expect(keysNames(attempt.key.run, { tags: (text) => [digest(text)] })[0]).toMatch(/^carillon-run-/);
});

test('every index of a run has a hostname of its own, even with long or unusual names', () => {
  const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9](?:[-a-z0-9]{0,40}[a-z0-9])?$/), {
    minLength: 1,
    maxLength: 8,
  });
  const slugs = fc.stringMatching(/^[a-z][-a-z0-9]{0,62}$/);
  fc.assert(
    fc.property(slugs, names, (slug, tasks) => {
      const places = [...tasks, `${'a'.repeat(40)}-1`, `${'a'.repeat(40)}-2`, 'x--y', 'x-y'].flatMap((task) =>
        [0, 1, 10, 99_999].map((index) => podHostname({ slug, key: { task, index } })),
      );
      const distinct = new Set([...tasks, 'x--y', 'x-y']).size + 2;
      expect(new Set(places).size).toBe(distinct * 4);
      for (const host of places) expect(host).toMatch(DNS_LABEL);
    }),
  );
});
