import { mirrorOf, parsePrintedUris, securityMirrorOf } from './debian-archive.js';
import { selectPackages } from './documentdb-packages.js';

const selected = (...names: string[]): string[] =>
  selectPackages(names.map((name) => ({ name, bytes: 1 }))).map(({ name }) => name);

describe('the selection of packages', () => {
  it('keeps the server, its extensions and their libraries, whatever version is in their names', () => {
    const kept = [
      'postgresql-18',
      'postgresql-18-documentdb',
      'libicu78',
      'libicu81',
      'libgeos3.15.0',
      'libstdc++6',
      'libbson2-3',
    ];
    expect(selected(...kept)).toEqual(kept);
  });

  it('leaves out packages that only a whole system needs', () => {
    expect(selected('systemd', 'perl', 'libgdal36', 'postgresql-common', 'postgresql-18-jit', 'libc6-dev')).toEqual([]);
  });
});

describe('the output of apt', () => {
  it('is parsed for names and sizes', () => {
    const printed = [
      'Reading package lists...',
      "'http://mirror/pool/main/d/dash/dash_0.5.12-12_amd64.deb' dash_0.5.12-12_amd64.deb 98484 SHA256:00",
      "'http://mirror/pool/main/z/zlib/zlib1g_1%3a1.3_amd64.deb' zlib1g_1%3a1.3_amd64.deb 100 SHA256:00",
    ];
    expect(parsePrintedUris(printed.join('\n'))).toEqual([
      { name: 'dash', bytes: 98_484 },
      { name: 'zlib1g', bytes: 100 },
    ]);
  });

  it('names the mirror of Debian among others', () => {
    const targets =
      'http://other.example/repo/\nhttp://mirror.example/debian-security/\nhttp://mirror.example/debian/\n';
    expect(mirrorOf(targets)).toBe('http://mirror.example/debian/');
    expect(mirrorOf('http://mirror.example/ubuntu/')).toBeUndefined();
  });
});

it.each([
  ['http://deb.debian.org/debian', 'http://deb.debian.org/debian-security'],
  ['http://mirror.example/debian/', 'http://mirror.example/debian-security/'],
  // The archive of one day.
  [
    'http://snapshot.debian.org/archive/debian/20261130T000000Z',
    'http://snapshot.debian.org/archive/debian-security/20261130T000000Z',
  ],
  ['http://mirror.example/debian/pool-of/debian/', 'http://mirror.example/debian/pool-of/debian-security/'],
  ['http://mirror.example/packages', 'http://mirror.example/packages-security'],
])('finds the security updates of the mirror %s', (mirror, security) => {
  expect(securityMirrorOf(mirror)).toBe(security);
});
