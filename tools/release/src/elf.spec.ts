import { readFileSync } from 'node:fs';
import { elfOf } from './elf.js';

const HEADER_BYTES = 64;
const LOADER = '/lib/ld-linux-aarch64.so.1';

/** A header of a 64-bit program with one entry, which names its loader. */
function program(machine: number): Buffer {
  const file = Buffer.alloc(200);
  file.write('\x7fELF\x02', 'latin1');
  file.writeUInt16LE(machine, 18);
  file.writeBigUInt64LE(BigInt(HEADER_BYTES), 32);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt32LE(3, HEADER_BYTES);
  file.writeBigUInt64LE(120n, HEADER_BYTES + 8);
  file.writeBigUInt64LE(BigInt(LOADER.length + 1), HEADER_BYTES + 32);
  file.write(LOADER, 120);
  return file;
}

it('the header names the machine and the loader', () => {
  expect(elfOf(program(183))).toEqual({ architecture: 'arm64', loader: LOADER });
  expect(elfOf(program(62))?.architecture).toBe('amd64');
  expect(elfOf(program(243))?.architecture).toBe('machine 243');
});

it('the present Node is for the present machine', () => {
  const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };
  const found = elfOf(readFileSync(process.execPath));
  expect([process.platform, found?.architecture]).toEqual(['linux', architectures[process.arch]]);
  expect(found?.loader).toMatch(/^\/lib.*\/ld-linux/);
});

it('other files are none, and one for 32 bits is refused', () => {
  expect(elfOf(Buffer.from('#!/bin/sh\n'))).toBeNull();
  expect(elfOf(Buffer.alloc(0))).toBeNull();
  const old = program(183);
  old[4] = 1;
  expect(() => elfOf(old)).toThrow('32 bits');
});
