/** Shown in place of a secret value; a client that writes it back leaves the value unchanged. */
export const MASK = '***';
