/** The manifests of an overlay of deploy/kubernetes, as kustomize makes them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { installedProgram, programRecipe } from '#embedded-servers';
import { checkedObjects } from '#testing/kubernetes-api/api-schemas.js';

const MAX_BUFFER = 16 * 1024 * 1024;

export const OVERLAYS = ['small', 'production'] as const;

export const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
});
export type Manifest = z.output<typeof manifest>;

function kustomizeProgram(): Promise<string> {
  const packaged = { name: 'kustomize', packages: ['kustomize'], programs: ['usr/bin/kustomize'] };
  return installedProgram('kustomize', programRecipe(packaged, process.env));
}

/** Throws the error of kustomize, and one for objects that are not of the current API. */
export async function builtManifests(folder: string): Promise<readonly Manifest[]> {
  const { stdout } = await promisify(execFile)(await kustomizeProgram(), ['build', folder], { maxBuffer: MAX_BUFFER });
  return checkedObjects(parseAllDocuments(stdout).map((document) => manifest.parse(document.toJS())));
}

/** What an overlay of an operator's own gives, in a folder beside `deploy`. */
export async function builtOverlay(kustomization: string): Promise<readonly Manifest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-overlay-'));
  try {
    symlinkSync(resolve('deploy'), join(folder, 'deploy'));
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine/kustomization.yaml'), kustomization);
    return await builtManifests(join(folder, 'mine'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
