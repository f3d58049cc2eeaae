/** The doctor's findings about certificates that expire. */
import { error, fine, warning, type Finding } from './finding.js';

export interface Certificate {
  /** The variable that names its file. */
  readonly name: string;
  /** Days until it expires; negative once it has. */
  readonly daysLeft: number;
}

const CERTIFICATE_DAYS = 30;
const CERTIFICATE_URGENT_DAYS = 7;

export const certificateFindings = (certificates: readonly Certificate[]): Finding[] =>
  certificates.map(({ name, daysLeft }) => {
    const days = Math.floor(daysLeft);
    const text =
      daysLeft < 0 ? `The certificate of ${name} has expired.` : `The certificate of ${name} expires in ${days} days.`;
    if (daysLeft > CERTIFICATE_DAYS) return fine('certificates', text);
    const tell = daysLeft > CERTIFICATE_URGENT_DAYS ? warning : error;
    return tell('certificates', text, 'Renew the certificate. Services read certificates for MongoDB when they start.');
  });
