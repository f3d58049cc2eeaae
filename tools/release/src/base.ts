/**
 * The base of the image for one platform: the C and C++ libraries, a shell, certificates and time zones of Debian, unpacked and not
 * installed, as no program of another platform can run here; and Node. What Debian's scripts would do is done here.
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DebianArchive } from '#embedded-servers';
import { normaliseModes } from './archive.js';
import { elfOf } from './elf.js';
import { sha256Of, type Material } from './release.js';

/** As in the Dockerfile. */
const SUITE = 'bookworm';
const WANTED = ['base-files', 'ca-certificates', 'coreutils', 'dash', 'libstdc++6', 'netbase', 'tzdata'];
/** What only scripts of packages need. */
const LEFT_OUT =
  /^(base-passwd|debconf|debianutils|dpkg|libbz2-1\.0|libdebconfclient0|liblzma5|libmd0|libssl3|libzstd1|mawk|openssl|tar|zlib1g)$/;
const FILES_LEFT_OUT = [
  './usr/share/man',
  './usr/share/locale',
  './usr/share/info',
  './usr/sbin/update-ca-certificates',
];
/** Since bookworm these are names of folders in /usr. */
const MERGED = ['bin', 'sbin', 'lib', 'lib64'];
const USERS = ['root:x:0:0:root:/root', 'nobody:x:65534:65534:nobody:/nonexistent', 'node:x:1000:1000:node:/home/node'];
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt';
const ANYBODYS_FOLDER = 0o1777;

export interface Base {
  readonly architecture: string;
  readonly folder: string;
  readonly materials: readonly Material[];
}

/** `architecture` is `amd64` or `arm64`, for Debian and for container platforms. */
export async function makeBase(folder: string, architecture: string, node: string): Promise<Base> {
  const root = join(folder, 'root');
  for (const name of MERGED) {
    mkdirSync(join(root, 'usr', name), { recursive: true });
    symlinkSync(`usr/${name}`, join(root, name));
  }
  const archive = await DebianArchive.open(join(folder, 'apt'), process.env, {
    suite: SUITE,
    hasSecurity: true,
    architecture,
  });
  const names = (await archive.closureOf(WANTED)).map(({ name }) => name).filter((name) => !LEFT_OUT.test(name));
  await archive.download(names);
  await archive.unpack(root, FILES_LEFT_OUT);
  configure(root);
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  copyFileSync(node, join(root, 'usr/local/bin/node'));
  normaliseModes(root);
  for (const name of ['tmp', 'var/tmp']) chmodSync(join(root, name), ANYBODYS_FOLDER);
  checkPrograms(root, architecture);
  return { architecture, folder: root, materials: archive.downloaded().map(debianMaterial) };
}

function configure(root: string): void {
  const authorities = globSync('usr/share/ca-certificates/mozilla/*.crt', { cwd: root }).sort();
  mkdirSync(join(root, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(join(root, CERTIFICATES), authorities.map((file) => readFileSync(join(root, file), 'utf8')).join(''));
  writeFileSync(join(root, 'etc/passwd'), USERS.map((user) => `${user}:/bin/sh\n`).join(''));
  writeFileSync(join(root, 'etc/group'), USERS.map((user) => `${user.split(':').slice(0, 3).join(':')}:\n`).join(''));
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
  for (const name of ['tmp', 'var/tmp', 'root', 'home/node', 'app']) mkdirSync(join(root, name), { recursive: true });
}

/** Throws unless each program and library is for this architecture, and the loader of each program is there. */
function checkPrograms(root: string, architecture: string): void {
  const files = globSync('**/*', { cwd: root }).filter((file) => lstatSync(join(root, file)).isFile());
  let programs = 0;
  for (const file of files) {
    const found = elfOf(readFileSync(join(root, file)));
    if (found === null) continue;
    if (found.architecture !== architecture)
      throw new Error(`${file} is for ${found.architecture}, not for ${architecture}`);
    if (found.loader === null) continue;
    if (!existsSync(join(root, found.loader))) throw new Error(`${file} needs ${found.loader}, which is not there`);
    programs += 1;
  }
  if (programs === 0) throw new Error('there is no program');
}

function debianMaterial(file: string): Material {
  const [name = '', version = '', rest = ''] = basename(file, '.deb').split('_');
  const plain = decodeURIComponent(version);
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(plain)}?arch=${rest}`;
  return { purl, name, version: plain, sha256: sha256Of(readFileSync(file)) };
}
