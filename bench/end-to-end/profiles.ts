/** Flame graphs of the services while a bench is under way, taken like an operator does: by `POST /admin/diagnoses`. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '#testing/until.js';
import type { ApiClient } from '#testing/api-client.js';
import { flameGraph, sharesOf, type CpuProfile } from './flame-graph.js';

const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'];
const OWNER_ONLY = 0o700;
/** Additional time, because a profile is written after its end. */
const WRITE_LIMIT_MS = 30_000;
const MS_PER_SECOND = 1_000;

/** Services write profiles only into a folder that only their user can access; call it before they start. */
export function profileInto(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, OWNER_ONLY);
  for (const service of SERVICES) process.env[`${service.toUpperCase().replaceAll('-', '_')}__DIAGNOSIS_DIR`] = folder;
}

/** The share of each part of a service in its time, in percent. */
export type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Writes one SVG for each service; returns the shares of parts when all are written. */
export async function takeProfiles(api: ApiClient, folder: string, seconds: number): Promise<Shares> {
  const { body } = await api.expect([200], 'GET', '/system');
  const { replicas } = body as { replicas: readonly { replica: string; service: string }[] };
  const shares = await Promise.all(
    replicas.map(async ({ replica, service }) => {
      const asked = { replica, kind: 'cpuProfile', seconds };
      const answer = await api.expect([202], 'POST', '/admin/diagnoses', { body: asked });
      const file = join(folder, `${(answer.body as { name: string }).name}.cpuprofile`);
      const profile = await until(
        `the profile of ${service}`,
        () => read(file),
        seconds * MS_PER_SECOND + WRITE_LIMIT_MS,
      );
      writeFileSync(join(folder, `flame-${service}.svg`), flameGraph(profile, `${service}, ${seconds} s`));
      return [service, sharesOf(profile)] as const;
    }),
  );
  return Object.fromEntries(shares);
}

/** Null until it is complete. */
function read(file: string): CpuProfile | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  } catch {
    return null;
  }
}
