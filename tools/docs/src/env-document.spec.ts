import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commonEnv } from '#common/config/service-config.js';
import { apiEnv } from '../../../apps/api/src/config.js';
import { executorEnv } from '../../../apps/executor/src/config.js';
import { collectorEnv } from '../../../apps/log-collector/src/config.js';
import { schedulerEnv } from '../../../apps/scheduler/src/config.js';
import { backupStoreEnv, drillEnv, paceEnv } from '../../backup/src/environment.js';

const document = readFileSync(resolve(import.meta.dirname, '../../../docs/env.md'), 'utf8');
const [everywhere = '', ...rest] = document.split(/^## /m).slice(1);
const sections = new Map(rest.map((section) => [section.slice(0, section.indexOf('\n')), section]));

/** The names in the first column of a section's table. */
function documented(section: string): string[] {
  return [...section.matchAll(/^\| (`[^|]+`)/gm)]
    .flatMap(([, cell]) => (cell ?? '').replaceAll(/[` ]/g, '').split(','))
    .sort();
}

const common = Object.keys(commonEnv.shape).sort();
const own = (shape: object): string[] =>
  Object.keys(shape)
    .filter((name) => !common.includes(name))
    .sort();

describe('docs/env.md', () => {
  it('names the settings that every service reads', () => {
    expect(documented(everywhere)).toEqual(common);
  });

  it.each([
    ['api', apiEnv.shape],
    ['scheduler', schedulerEnv.shape],
    ['executor', executorEnv.shape],
    ['log-collector', collectorEnv.shape],
    ['backup and restore', { ...paceEnv.shape, ...backupStoreEnv.shape, ...drillEnv.shape }],
  ])('names the further settings of the %s, and no others', (service, shape) => {
    expect(documented(sections.get(service) ?? '')).toEqual(own(shape));
  });
});
