import type { DebianPackage } from './debian-archive.js';

export const POSTGRES_MAJOR = '18';
export const ROOT_PACKAGE = `postgresql-${POSTGRES_MAJOR}-documentdb`;

/**
 * Of some 200 packages that apt would install, those whose files the server really loads. Digits of library versions
 * are left open, because the suite changes; the check at the end detects a library with another new name.
 */
const KEPT = [
  `postgresql-${POSTGRES_MAJOR}`,
  `postgresql-client-${POSTGRES_MAJOR}`,
  `postgresql-${POSTGRES_MAJOR}-(documentdb|cron|pgvector|postgis-3|postgis-3-scripts)`,
  'libc6',
  'libgcc-s1',
  'libstdc\\+\\+6',
  'zlib1g',
  'libaudit1',
  'libbrotli1',
  'libbson2-\\d+',
  'libcap-ng0',
  'libcom-err2',
  'libcurl\\d(t64)?-gnutls',
  'libdeflate0',
  'libffi\\d+',
  'libgeos-c1t64',
  'libgeos[\\d.]+',
  'libgmp10',
  'libgnutls30t64',
  'libgssapi-krb5-2',
  'libhogweed\\d+t64',
  'libicu\\d+',
  'libidn2-0',
  'libjbig0',
  'libjpeg62-turbo',
  'libjson-c\\d+',
  'libk5crypto3',
  'libkeyutils1',
  'libkrb5-3',
  'libkrb5support0',
  'libldap-?2',
  'liblerc\\d+',
  'liblz4-1',
  'liblzma5',
  'libnettle\\d+t64',
  'libnghttp2-14',
  'libnghttp3-\\d+',
  'libngtcp2-\\d+',
  'libngtcp2-crypto-gnutls\\d+',
  'libnuma1',
  'libp11-kit0',
  'libpam0g',
  'libpcre2-8-0',
  'libpq5',
  'libproj\\d+',
  'libprotobuf-c1',
  'libpsl5t64',
  'libreadline8t64',
  'libsasl2-2',
  'libsharpyuv0',
  'libsqlite3-0',
  'libssh2-1t64',
  'libssl3t64',
  'libsystemd0',
  'libtasn1-6',
  'libtiff\\d+',
  'libtinfo6',
  'libunistring\\d+',
  'liburing2',
  'libwebp\\d+',
  'libxml2(-\\d+)?',
  'libxxhash0',
  'libzstd1',
];
const KEPT_NAME = new RegExp(`^(${KEPT.join('|')})$`);

/** Parts of kept packages that the server never opens. */
export const EXCLUDED_FILES = [
  './var',
  './usr/share/doc',
  './usr/share/man',
  './usr/share/locale',
  './usr/share/lintian',
  './usr/lib/*/gconv',
  `./usr/lib/postgresql/${POSTGRES_MAJOR}/lib/bitcode`,
  '*postgis_raster*',
  '*postgis_topology*',
  '*postgis_sfcgal*',
  '*tiger*',
  '*address_standardizer*',
  '*--ANY.sql',
];

/** The packages to download, out of everything that apt would install. */
export function selectPackages(closure: DebianPackage[]): DebianPackage[] {
  return closure.filter(({ name }) => KEPT_NAME.test(name));
}

/** Everything in this file that determines the installed content. */
export const SELECTION = JSON.stringify([ROOT_PACKAGE, KEPT, EXCLUDED_FILES]);
