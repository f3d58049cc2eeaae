/** Decodes what the command line reads: files and standard input are UTF-8, with or without a byte order mark. */
import { createReadStream, statSync } from 'node:fs';
import { utf8Text } from '#common/domain/utf8-text.js';
import { CliError } from './errors.js';

const NEWLINE = 0x0a;

/** Throws CliError if the name is the address of a page, of which the system knows no file. */
export function refuseAddress(name: string): void {
  if (/^https?:\/\//i.test(name))
    throw new CliError(
      `${name} is an address, and files are read only from this machine`,
      undefined,
      `hand it over by standard input: curl -fsSL ${name} | carillon … -`,
    );
}

/** The text of a file or of a pipe, such as `<(…)` of a shell. Throws CliError, which begins with `name`. */
export async function textOfFile(name: string, path: string, maxBytes: number): Promise<string> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) refuseAddress(name);
  if (!stats) throw new CliError(`${name}: there is no such file`);
  if (stats.isDirectory()) throw new CliError(`${name} is a folder, not a file`);
  return textOfStream(name, createReadStream(path), maxBytes);
}

/** Throws CliError, which begins with `name`. */
export async function textOfStream(name: string, stream: AsyncIterable<unknown>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) throw new CliError(`${name} has more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return fileText(name, Buffer.concat(parts));
}

/** The text without its byte order mark. Throws CliError, which names the source and the line, for bytes that are not UTF-8. */
export function fileText(name: string, bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text !== null) return text.replace(/^\ufeff/, '');
  throw new CliError(
    `${name}:${lineOfError(bytes)}: is not UTF-8${isUtf16(bytes) ? ', but UTF-16' : ''}`,
    undefined,
    `convert it, for example: iconv -f ${isUtf16(bytes) ? 'UTF-16' : 'ISO-8859-1'} -t UTF-8`,
  );
}

/** No character of several bytes contains the byte of a line's end. */
function lineOfError(bytes: Uint8Array): number {
  let line = 1;
  let from = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
    if (utf8Text(bytes.subarray(from, end)) === null) return line;
    line += 1;
    from = end + 1;
  }
  return line;
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
