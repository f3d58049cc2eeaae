/** A built copy of this version with changes, to run beside this one. */
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface BuiltChange {
  /** Of the copy, in its folder. */
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

/** Fills the folder with these parts of `dist`, and the libraries; throws where a change finds nothing to change. */
export function makeOtherVersion(folder: string, parts: readonly string[], changes: readonly BuiltChange[]): void {
  // Commands run in it under users of their own.
  chmodSync(folder, 0o755);
  for (const part of [...parts, 'libs']) {
    mkdirSync(join(folder, 'dist', part), { recursive: true });
    cpSync(resolve('dist', part), join(folder, 'dist', part), { recursive: true });
  }
  cpSync(resolve('package.json'), join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  changeBuild(folder, changes);
}

/** Makes another version of what is built in the folder; throws where a change finds nothing to change. */
export function changeBuild(folder: string, changes: readonly BuiltChange[]): void {
  for (const { file, from, to } of changes) {
    const before = readFileSync(join(folder, file), 'utf8');
    if (!from.test(before)) throw new Error(`${file} has nothing like ${String(from)}`);
    writeFileSync(join(folder, file), before.replace(from, to));
  }
}
