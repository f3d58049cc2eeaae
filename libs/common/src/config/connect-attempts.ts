/** How long one address of a host may take to answer before the next one is tried: one decision for all connections of a process. */
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';

/**
 * Milliseconds. By default the runtime gives an address 250 and never comes back to it: a host far away, or one whose first packet was
 * lost, cannot be reached where its other addresses do not answer. This lasts for a packet that is sent again after a second
 * (RFC 6298), and is below every limit of a whole connection, so that the next address still gets its turn.
 */
export const CONNECT_ATTEMPT_MS = 1_250;

/** Holds from now on for all connections of this process; a longer time that the runtime was started with stays. */
export function allowSlowAddresses(): void {
  setDefaultAutoSelectFamilyAttemptTimeout(Math.max(CONNECT_ATTEMPT_MS, getDefaultAutoSelectFamilyAttemptTimeout()));
}
