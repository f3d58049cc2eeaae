/** Why a command could not be started, in words: the system gives only a code, which has several causes. */
import { statSync } from 'node:fs';

/** What was to be started. */
export interface Started {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface StartFailure {
  /** The exit code of shells for this case. */
  readonly exitCode: number;
  readonly reason: string;
  readonly error: string;
}

const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
/** Linux starts no program with a longer argument or variable; its name, the equals sign and a last zero byte count. */
const MAX_TEXT_BYTES = 128 * 1024 - 1;
const FALLBACK = 'StartError';

/** Errors that have one cause each. */
const CAUSES: Readonly<Record<string, { readonly reason: string; readonly text: string }>> = {
  EACCES: { reason: 'CommandNotExecutable', text: 'may not be executed: the permission is missing' },
  EPERM: { reason: 'CommandNotExecutable', text: 'may not be executed: the system does not permit it' },
  EISDIR: { reason: 'CommandNotExecutable', text: 'may not be executed: it is a folder' },
  ENOEXEC: { reason: 'CommandNotExecutable', text: 'cannot be executed: it is no program of this machine' },
  ELOOP: { reason: 'CommandNotFound', text: 'does not exist: its path has too many symbolic links' },
  ENAMETOOLONG: { reason: 'CommandNotFound', text: 'does not exist: its path is too long' },
  EAGAIN: {
    reason: 'HostOutOfProcesses',
    text: 'could not be started: the host, or this user, has too many processes',
  },
  ENOMEM: { reason: 'HostOutOfMemory', text: 'could not be started: the host has too little memory' },
  EMFILE: { reason: 'HostOutOfFiles', text: 'could not be started: too many files are open' },
  ENFILE: { reason: 'HostOutOfFiles', text: 'could not be started: too many files are open' },
};

export function startFailure(error: unknown, started: Started): StartFailure {
  const [program] = started.command;
  const code = codeOf(error);
  if (code === 'E2BIG') return failure('CommandTooLong', tooLong(started));
  const missing = isFolder(started.cwd) ? null : started.cwd;
  if (missing !== null) return failure('WorkdirMissing', `the working folder ${missing} does not exist`);
  if (code === 'ENOENT' || code === 'ENOTDIR' || isNowhere(code, started)) return notFound(started);
  const cause = CAUSES[code];
  if (cause) return failure(cause.reason, `"${program}" ${cause.text}`, exitCodeOf(cause.reason));
  return failure(FALLBACK, `"${program}" could not be started: ${error instanceof Error ? error.message : code}`);
}

function notFound({ command: [program], cwd }: Started): StartFailure {
  const isThere = program.includes('/') && exists(program.startsWith('/') ? program : `${cwd}/${program}`);
  const text = isThere
    ? `"${program}" cannot be executed: the interpreter or the library that it names does not exist`
    : `the command "${program}" does not exist (working folder ${cwd})`;
  return failure('CommandNotFound', text, NOT_FOUND);
}

/** The system also reports "permission denied" for a missing program when a folder of the path is closed to the user. */
function isNowhere(code: string, { command: [program], env }: Started): boolean {
  if (code !== 'EACCES' || program.includes('/')) return false;
  return !(env['PATH'] ?? '').split(':').some((place) => exists(`${place}/${program}`));
}

function tooLong({ command, env }: Started): string {
  const texts = [
    ...Object.entries(env).map(([name, value]) => ({ what: `the variable ${name}`, text: `${name}=${value}` })),
    ...command.map((text, place) => ({ what: `the argument ${place}`, text })),
  ].map(({ what, text }) => ({ what, bytes: Buffer.byteLength(text) }));
  const [longest] = texts.filter(({ bytes }) => bytes > MAX_TEXT_BYTES).sort((a, b) => b.bytes - a.bytes);
  if (longest)
    return `${longest.what} has ${longest.bytes} bytes: a process may be given at most ${MAX_TEXT_BYTES} bytes in one variable or argument`;
  const total = texts.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  return `its variables and arguments have ${total} bytes together, which is more than this system gives to a process`;
}

const failure = (reason: string, error: string, exitCode = NOT_EXECUTABLE): StartFailure => ({
  exitCode,
  reason,
  error,
});

const exitCodeOf = (reason: string): number => (reason === 'CommandNotFound' ? NOT_FOUND : NOT_EXECUTABLE);
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
