import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDefinitions, type Written } from './definition-file.js';

const folder = mkdtempSync(join(tmpdir(), 'carillon-files-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const job = (id: string): Written => ({ kind: 'Job', spec: { id, tenant: 'acme' }, text: `id: ${id}\n` });

test('definitions whose ids differ in case are files of their own', () => {
  writeDefinitions(folder, [job('acme-a'), job('acme-B')], false);
  writeDefinitions(folder, [job('acme-a'), job('acme-A')], false);
  expect(readFileSync(join(folder, 'jobs', 'acme-a.yaml'), 'utf8')).toBe('id: acme-a\n');
  expect(readFileSync(join(folder, 'jobs', 'acme-A.yaml'), 'utf8')).toBe('id: acme-A\n');
});

test('they are refused by name where the file system takes both names for one file', () => {
  // A second name of the file is what such a system has.
  const jobs = join(folder, 'folded', 'jobs');
  mkdirSync(jobs, { recursive: true });
  writeFileSync(join(jobs, 'acme-a.yaml'), '');
  linkSync(join(jobs, 'acme-a.yaml'), join(jobs, 'acme-A.yaml'));
  expect(() => {
    writeDefinitions(join(folder, 'folded'), [job('acme-a'), job('acme-A')], false);
  }).toThrow(/acme-a\.yaml and .*acme-A\.yaml are one file here/);
});
