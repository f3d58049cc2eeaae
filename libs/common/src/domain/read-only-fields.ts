/** The fields that the API adds to each kind of definition: they are shown, and cannot be set. */
import type { KindName } from './secret-fields.js';

export const READ_ONLY_FIELDS: Readonly<Record<KindName, readonly string[]>> = {
  Tenant: ['createdAt'],
  Channel: ['events', 'updatedAt', 'updatedBy'],
  Worker: ['version', 'createdAt', 'updatedAt', 'updatedBy', 'warnings', 'callRefused'],
  Calendar: ['updatedAt', 'updatedBy'],
  // The address is secret; the server makes it.
  Monitor: [
    ...['pingUrl', 'state', 'lastPingAt', 'lastPing', 'lastSuccessAt', 'dueAt', 'downSince'],
    ...['updatedAt', 'updatedBy'],
  ],
  Rule: ['state', 'watched', 'affected', 'lookedAt', 'updatedAt', 'updatedBy'],
  Trigger: ['url', 'subject', 'updatedAt', 'updatedBy'],
  Job: ['version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status', 'warnings', 'identitySubject'],
};
