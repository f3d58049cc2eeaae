/** The pages that can be reached from every page. */
import type { Role } from '../api/client.js';
import type { IconName } from '../parts/icons.js';

export interface Place {
  readonly to: string;
  readonly label: string;
  /** Pages without one are only in the palette. */
  readonly icon?: IconName;
  /** A page of the administration: the role that needs it. */
  readonly role?: Role;
}

export const PLACES: readonly Place[] = [
  { to: '/', label: 'Overview', icon: 'overview' },
  { to: '/jobs', label: 'Jobs', icon: 'jobs' },
  { to: '/last-successes', label: 'Last successes' },
  { to: '/runs', label: 'Runs', icon: 'runs' },
  { to: '/runs?failed=true', label: 'Failed runs' },
  { to: '/incidents', label: 'Incidents', icon: 'incidents' },
  { to: '/errors', label: 'Errors', icon: 'errors' },
  { to: '/workers', label: 'Workers', icon: 'workers' },
  { to: '/calendars', label: 'Calendars', icon: 'calendars' },
  { to: '/monitors', label: 'Monitors', icon: 'monitors' },
  { to: '/rules', label: 'Rules', icon: 'rules' },
  { to: '/triggers', label: 'Triggers', icon: 'triggers' },
  { to: '/channels', label: 'Channels', icon: 'channels' },
  { to: '/tenants', label: 'Tenants', icon: 'tenants', role: 'viewer' },
  { to: '/tokens', label: 'Tokens', icon: 'tokens', role: 'owner' },
  { to: '/audit', label: 'Audit log', icon: 'audit', role: 'owner' },
  { to: '/usage', label: 'Usage', icon: 'usage', role: 'viewer' },
  { to: '/system', label: 'System', icon: 'system', role: 'viewer' },
];
