/** The output of `helm template` for our chart, and the problems of `helm lint`. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { checkedObjects } from '#testing/kubernetes-api/api-schemas.js';
import { helmProgram } from './helm-program.js';

const MAX_BUFFER = 16 * 1024 * 1024;
const tree = z.record(z.string(), z.unknown());
type Tree = z.output<typeof tree>;

export interface Release {
  readonly chart: string;
  readonly namespace: string;
  /** Files beside `values.yaml`, later ones over earlier ones. */
  readonly values?: readonly string[];
  /** Over all of them. */
  readonly set?: Tree;
}

/** Throws the errors of Helm, and one for objects that are not of the current API. */
export async function renderedChart(release: Release): Promise<readonly Tree[]> {
  const text = await helm(['template', 'carillon', release.chart], release);
  const objects = parseAllDocuments(text).flatMap((document) => {
    const found: unknown = document.toJS();
    return found === null ? [] : [tree.parse(found)];
  });
  return checkedObjects(objects);
}

/** Throws the errors of Helm, including warnings. */
export const lintedChart = (release: Release): Promise<string> => helm(['lint', '--strict', release.chart], release);

async function helm(args: readonly string[], { chart, namespace, values = [], set = {} }: Release): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-helm-'));
  try {
    const over = join(folder, 'over.yaml');
    writeFileSync(over, JSON.stringify(set));
    const files = [...values.map((file) => join(chart, file)), over].flatMap((file) => ['--values', file]);
    // Nothing of the user who runs the tests: no repositories, plug-ins or cluster.
    const env = { PATH: process.env['PATH'], HOME: folder, HELM_NAMESPACE: namespace };
    const { stdout } = await promisify(execFile)(await helmProgram(), [...args, ...files], {
      env,
      maxBuffer: MAX_BUFFER,
    });
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
