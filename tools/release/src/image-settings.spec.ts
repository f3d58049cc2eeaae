import { readFileSync } from 'node:fs';
import { imageSettings } from './image-settings.js';

it('the settings of the Dockerfile are read', () => {
  const settings = imageSettings(readFileSync('deploy/docker/Dockerfile', 'utf8'), {
    VERSION: '1.2.3',
    REVISION: 'abc',
  });
  expect(settings.User).toBe('1000');
  expect(settings.WorkingDir).toBe('/app');
  expect(settings.Cmd).toEqual(['dist/apps/api/src/main.js']);
  expect(settings.Entrypoint[0]).toBe('node');
  expect(settings.Env).toEqual(
    expect.arrayContaining([
      'NODE_ENV=production',
      'METRICS_PORT=9100',
      'MALLOC_ARENA_MAX=2',
      'MALLOC_TRIM_THRESHOLD_=131072',
    ]),
  );
  expect(settings.Labels).toEqual({
    'org.opencontainers.image.title': 'Carillon',
    'org.opencontainers.image.description': 'A central, multi-tenant job scheduler',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': '1.2.3',
    'org.opencontainers.image.revision': 'abc',
  });
  expect(settings.Healthcheck).toEqual({
    Test: ['CMD', 'node', 'dist/tools/healthcheck/src/main.js'],
    Interval: 10e9,
    Timeout: 5e9,
    StartPeriod: 60e9,
    Retries: 3,
  });
});

it('only the last stage counts, and what it lacks is named', () => {
  const stages = 'FROM a AS build\nUSER 5\nWORKDIR /x\nFROM b\nWORKDIR /y\n';
  expect(() => imageSettings(stages, {})).toThrow('the Dockerfile has no USER');
});
