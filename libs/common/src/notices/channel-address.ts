const ADDRESS = 'channel:';

/** The id of the channel that an address of notices names; null for the address of a webhook. */
export const channelIn = (address: string): string | null =>
  address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : null;
