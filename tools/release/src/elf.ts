/** What the header of an ELF file says of the machine that it is for (System V ABI, "ELF Header" and "Program Header"). */

const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const CLASS_AT = 4;
const CLASS_64 = 2;
const MACHINE_AT = 18;
const PROGRAMS_AT = 32;
const PROGRAM_SIZE_AT = 54;
const PROGRAM_COUNT_AT = 56;
const PT_INTERP = 3;
const OFFSET_IN_PROGRAM = 8;
const LENGTH_IN_PROGRAM = 32;
const MACHINES: Readonly<Record<number, string>> = { 62: 'amd64', 183: 'arm64' };

export interface Elf {
  /** As container platforms name it; `machine <number>` if it is another. */
  readonly architecture: string;
  /** The path of the program that loads it; null for a library or a static program. */
  readonly loader: string | null;
}

/** Null if the file is not ELF. Throws if it is for 32 bits. */
export function elfOf(file: Buffer): Elf | null {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (file[CLASS_AT] !== CLASS_64) throw new Error('it is for 32 bits');
  const machine = file.readUInt16LE(MACHINE_AT);
  return { architecture: MACHINES[machine] ?? `machine ${machine}`, loader: loaderOf(file) };
}

function loaderOf(file: Buffer): string | null {
  const first = Number(file.readBigUInt64LE(PROGRAMS_AT));
  const size = file.readUInt16LE(PROGRAM_SIZE_AT);
  for (let at = first; at < first + size * file.readUInt16LE(PROGRAM_COUNT_AT); at += size) {
    if (file.readUInt32LE(at) !== PT_INTERP) continue;
    const offset = Number(file.readBigUInt64LE(at + OFFSET_IN_PROGRAM));
    const length = Number(file.readBigUInt64LE(at + LENGTH_IN_PROGRAM));
    return file.toString('latin1', offset, offset + length).replace(/\0+$/, '');
  }
  return null;
}
