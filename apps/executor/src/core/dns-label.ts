const MAX_LABEL = 63;

/** A name as one DNS label: lower case letters, digits and dashes, beginning with a letter. */
export function dnsLabel(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return plain.slice(0, MAX_LABEL).replace(/-+$/, '') || 'job';
}
