/** Certificates for tests of encrypted connections. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' });

/** An authority in the folder, with certificates of a server at 127.0.0.1 and of a client. */
export function authority(folder: string, name: string): { ca: string; cert: string; key: string } {
  const file = (kind: string): string => join(folder, `${name}-${kind}`);
  const ca = file('ca.pem');
  const subject = ['-subj', `/CN=${name}`, '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  openssl('req', '-x509', '-days', '1', ...subject, '-keyout', file('ca.key'), '-out', ca);
  writeFileSync(file('ext'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  openssl('req', ...subject, '-keyout', file('key.pem'), '-out', file('csr'));
  const signing = ['-CA', ca, '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '1', '-extfile', file('ext')];
  openssl('x509', '-req', '-in', file('csr'), ...signing, '-out', file('cert.pem'));
  return { ca, cert: file('cert.pem'), key: file('key.pem') };
}
