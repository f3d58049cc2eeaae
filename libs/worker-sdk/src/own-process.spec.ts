import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { ownRun, saveOutputsLine, saveStorageLine } from './own-process.js';

const env = {
  JOB_ID: 'nightly',
  RUN_ID: 'nightly-1796119200',
  TENANT_ID: 'acme',
  JOB_PARAMS: '{"rows":10}',
  JOB_SECURE_PARAMS: '',
  JOB_STORAGE: '{"lastRow":3}',
  SCHEDULED_FOR: '2026-12-01T10:00:00.000Z',
  LAST_SUCCESS_START: '',
  TASK_NAME: 'main',
  JOB_COMPLETION_INDEX: '4',
  TASK_ATTEMPT: '2',
};

test('the environment of a process is parsed, with its types', () => {
  expect(ownRun(env)).toEqual({
    jobId: 'nightly',
    runId: 'nightly-1796119200',
    tenant: 'acme',
    parameters: { rows: 10 },
    secureParameters: {},
    storage: { lastRow: 3 },
    scheduledFor: new Date('2026-12-01T10:00:00.000Z'),
    lastSuccessStart: null,
    lastSuccessFinish: null,
    task: 'main',
    index: 4,
    attempt: 2,
  });
  expect(() => ownRun({ JOB_PARAMS: '{' })).toThrow('JOB_PARAMS is not valid JSON');
  expect(saveStorageLine({ lastRow: 4 })).toBe('[saveJobStorage] {"lastRow":4}');
  expect(saveOutputsLine({ rows: 12 })).toBe('[saveOutputs] {"rows":12}');
});

const python = (program: string): { status: number | null; stdout: string; stderr: string } =>
  spawnSync('python3', ['-c', program], {
    encoding: 'utf8',
    cwd: resolve(import.meta.dirname, '../python'),
    env: { ...process.env, ...env, PYTHONDONTWRITEBYTECODE: '1' },
  });
const hasPython = spawnSync('python3', ['--version']).status === 0;
(hasPython ? describe : describe.skip)('the Python file', () => {
  test('parses and saves the same', () => {
    const { status, stdout, stderr } = python(`
import carillon_worker as carillon
run = carillon.run()
carillon.info(run.job_id, run.parameters["rows"], run.storage, run.secure_parameters, run.index, run.attempt)
carillon.info(run.scheduled_for.isoformat(), run.last_success_start)
carillon.warn("careful")
carillon.save_storage({"lastRow": 4, "name": "ž"})
`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'WARN careful\n' });
    expect(stdout).toBe(
      'nightly 10 {\'lastRow\': 3} {} 4 2\n2026-12-01T10:00:00+00:00 None\n[saveJobStorage] {"lastRow": 4, "name": "\\u017e"}\n',
    );
  });

  test('names the variable that is not valid JSON', () => {
    const { status, stderr } = python(`
import carillon_worker as carillon
carillon.run({"JOB_STORAGE": "{"})
`);
    expect(status).toBe(1);
    expect(stderr).toContain('ValueError: JOB_STORAGE is not valid JSON');
  });
});
