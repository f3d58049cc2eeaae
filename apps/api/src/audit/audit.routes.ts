import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { ROLES } from '#common/spec/definitions.js';
import { MAX_AUDIT_VERIFIED } from '#common/domain/limits.js';
import { pageOf, pageQuery, idText, queryTime, flag, int, intOrNull, text, textOrNull, time } from '../http/page.js';
import { route, streamed, routesOf } from '../http/route.js';

const auditEntry = z.object({
  id: text('The id of the entry.'),
  at: time('When the operation was requested.'),
  actor: text('The name of the caller.'),
  subject: text('The stable identity of the caller, such as `token:<id>`.'),
  role: z
    .enum(ROLES)
    .nullable()
    .describe('The role of the caller in the tenant at that time; null where it is not known.'),
  address: textOrNull('The address that the request came from.'),
  tenant: textOrNull('The tenant that the operation concerned; null for objects that belong to no tenant.'),
  action: text('The id of the operation.'),
  object: text('The object of the operation, such as `job/<id>`.'),
  detail: textOrNull('A summary of the change; null where there is nothing to add.'),
  refusedWith: textOrNull('The error code, if the operation was refused; otherwise null.'),
});

const ofChain = {
  tenant: slug.optional().describe('If absent: the entries that belong to no tenant, which only admins may read.'),
};

export const auditRoutes = routesOf('Audit', {
  listAudit: route({
    at: 'GET /audit',
    access: 'owner',
    summary: 'List audit entries: who changed what, and when',
    description:
      'Newest first. An entry is written before its change. The audit also contains refused requests and reads of secrets.',
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only entries of this tenant.'),
      action: z.string().optional().describe('Only entries of this operation, such as `createJob`.'),
      object: idText.optional().describe('Only entries about this object, such as `job/<id>`.'),
      from: queryTime.optional().describe('Only entries from this instant on.'),
      to: queryTime.optional().describe('Only entries before this instant.'),
    }),
    answer: pageOf(auditEntry),
  }),
  exportAudit: route({
    at: 'GET /audit/export',
    access: 'owner',
    summary: 'Export the audit of a tenant as JSON lines',
    description:
      'Oldest first, as the entries are stored: with the number (`seq`), the hash, and the hash of the entry before (`prev`), which `verify` checks. An entry with `outcomeOf` says that the operation of an earlier entry was refused after all. Of an entry that was erased with its tenant only its time and place in the chain are left, and `erased`.',
    query: z.strictObject({
      ...ofChain,
      from: queryTime.optional().describe('Only entries from this instant on.'),
      to: queryTime.optional().describe('Only entries before this instant.'),
    }),
    answer: streamed,
    answerTypes: ['application/x-ndjson'],
    example: { answer: '{"seq":1,"action":"createJob","object":"job/c33d"}\n' },
  }),
  verifyAudit: route({
    at: 'GET /audit/verify',
    access: 'owner',
    summary: 'Verify that no entry of the audit was removed or changed',
    description: `Each entry carries the hash of the one before it. One request checks at most ${MAX_AUDIT_VERIFIED} entries; repeat it with \`after\` as long as \`next\` is not null.`,
    query: z.strictObject({
      ...ofChain,
      after: z.coerce.number().int().min(0).default(0).describe('Only entries with a higher number.'),
    }),
    answer: z.object({
      intact: flag('True: none of the checked entries was removed or changed.'),
      entries: int('How many entries were checked.'),
      problems: z
        .array(
          z.object({
            seq: int('The number of the entry.'),
            problem: z
              .enum(['missing', 'changed'])
              .describe('`missing`: entries before this one were removed, or this one was removed at the end.'),
          }),
        )
        .describe('The problems that were found.'),
      erased: z
        .array(
          z.object({
            entries: int('How many entries lost their content.'),
            at: time('When the erasure was begun.'),
            by: text('Who is named as having requested it.'),
          }),
        )
        .describe(
          'Entries whose content was erased with their tenant. Their hashes and places in the chain were checked like those of others.',
        ),
      next: intOrNull('The value of `after` for the next request; null: all entries were checked.'),
    }),
    example: { answer: { intact: true, entries: 1204, problems: [], erased: [], next: null } },
  }),
});
