import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { ROLES } from '#common/spec/definitions.js';
import { MAX_AUDIT_VERIFIED } from '#common/domain/limits.js';
import { pageOf, pageQuery } from '../http/page.js';
import { route, streamed } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';
import { idText, queryTime } from '../http/route-fields.js';

const auditEntry = z.object({
  id: z.string().describe('By which the entry is known.'),
  at: shownTime.describe('When it was asked for.'),
  actor: z.string().describe('Who asked, by name.'),
  subject: z.string().describe('Who asked: the stable identity, such as `token:<id>`.'),
  role: z
    .enum(ROLES)
    .nullable()
    .meta({ description: 'The role in that tenant at that time; null where it is not known.' }),
  address: z.string().nullable().meta({ description: 'The address that the request came from.' }),
  tenant: z.string().nullable().describe('The tenant that it concerned; null for what belongs to none.'),
  action: z.string().meta({ description: "The operation's id." }),
  object: z.string().describe('What it concerned, such as `job/<id>`.'),
  detail: z.string().nullable().describe('What was changed, in short; null where there is nothing to add.'),
  refusedWith: z.string().nullable().meta({ description: 'The error code, if it was refused.' }),
});

const ofChain = {
  tenant: slug.optional().meta({ description: 'Absent: the entries of what belongs to no tenant, which admins read.' }),
};

export const auditRoutes = {
  listAudit: route({
    tag: 'Audit',
    id: 'listAudit',
    method: 'GET',
    path: '/audit',
    access: 'owner',
    summary: 'Who changed what, and when',
    description:
      'Newest first. An entry is written before its change. Requests that are refused are in it, and who reads secrets.',
    query: z.strictObject({
      ...pageQuery,
      tenant: slug.optional().describe('Only entries of this tenant.'),
      action: z.string().optional().describe('Only entries of this operation, such as `createJob`.'),
      object: idText.optional().describe('Only entries about this, such as `job/<id>`.'),
      from: queryTime.optional().describe('Only entries from this instant on.'),
      to: queryTime.optional().describe('Only entries before this instant.'),
    }),
    status: 200,
    answer: pageOf(auditEntry),
  }),
  exportAudit: route({
    tag: 'Audit',
    id: 'exportAudit',
    method: 'GET',
    path: '/audit/export',
    access: 'owner',
    summary: 'The audit of a tenant as JSON lines',
    description:
      'Oldest first, as it is stored: with the number (`seq`), the hash and the hash before (`prev`) by which `verify` goes. An entry with `outcomeOf` says that an earlier one was refused after all.',
    query: z.strictObject({
      ...ofChain,
      from: queryTime.optional().describe('Only entries from this instant on.'),
      to: queryTime.optional().describe('Only entries before this instant.'),
    }),
    status: 200,
    answer: streamed,
    answerTypes: ['application/x-ndjson'],
    example: { answer: '{"seq":1,"action":"createJob","object":"job/c33d"}\n' },
  }),
  verifyAudit: route({
    tag: 'Audit',
    id: 'verifyAudit',
    method: 'GET',
    path: '/audit/verify',
    access: 'owner',
    summary: 'Whether entries of the audit were removed or changed',
    description: `Each entry carries the hash of the one before it. At most ${MAX_AUDIT_VERIFIED} entries are looked at; ask again with \`after\` as long as \`next\` is not null.`,
    query: z.strictObject({
      ...ofChain,
      after: z.coerce.number().int().min(0).default(0).describe('Only entries with a higher number.'),
    }),
    status: 200,
    answer: z.object({
      intact: z.boolean().describe('True: nothing was removed or changed among those looked at.'),
      entries: z.int().meta({ description: 'Looked at.' }),
      problems: z
        .array(
          z.object({
            seq: z.int().describe('The number of the entry.'),
            problem: z
              .enum(['missing', 'changed'])
              .meta({ description: '`missing`: entries before it were removed, or it was itself, at the end.' }),
          }),
        )
        .describe('What was found.'),
      next: z.int().nullable().describe('Ask again with it as `after`; null: all were looked at.'),
    }),
    example: { answer: { intact: true, entries: 1204, problems: [], next: null } },
  }),
} as const;
