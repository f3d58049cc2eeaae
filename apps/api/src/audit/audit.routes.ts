import { z } from 'zod';
import { slug } from '#common/spec/fields.js';
import { ROLES } from '#common/spec/definitions.js';
import { MAX_AUDIT_VERIFIED } from '#common/domain/limits.js';
import { pageOf, pageQuery } from '../http/page.js';
import { route, streamed } from '../http/route.js';
import { shownTime } from '../http/view-fields.js';
import { idText, queryTime } from '../http/route-fields.js';

const auditEntry = z.object({
  id: z.string(),
  at: shownTime,
  actor: z.string(),
  subject: z.string(),
  role: z
    .enum(ROLES)
    .nullable()
    .meta({ description: 'The role in that tenant at that time; null where it is not known.' }),
  address: z.string().nullable().meta({ description: 'The address that the request came from.' }),
  tenant: z.string().nullable(),
  action: z.string().meta({ description: "The operation's id." }),
  object: z.string(),
  detail: z.string().nullable(),
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
      tenant: slug.optional(),
      action: z.string().optional(),
      object: idText.optional(),
      from: queryTime.optional(),
      to: queryTime.optional(),
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
      'Oldest first, as it is stored: with the number (`seq`), the hash and the hash before (`prev`) by which `verify` goes. An entry with `outcomeOf` says that an earlier one was refused after all. Entries of releases before 0.2 are in no chain and not among them.',
    query: z.strictObject({ ...ofChain, from: queryTime.optional(), to: queryTime.optional() }),
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
    query: z.strictObject({ ...ofChain, after: z.coerce.number().int().min(0).default(0) }),
    status: 200,
    answer: z.object({
      intact: z.boolean(),
      entries: z.int().meta({ description: 'Looked at.' }),
      problems: z.array(
        z.object({
          seq: z.int(),
          problem: z
            .enum(['missing', 'changed'])
            .meta({ description: '`missing`: entries before it were removed, or it was itself, at the end.' }),
        }),
      ),
      next: z.int().nullable(),
    }),
    example: { answer: { intact: true, entries: 1204, problems: [], next: null } },
  }),
} as const;
