/**
 * Reads the identity and the roles of a person from the claims of an OIDC token. Roles have three forms, which may be mixed:
 * - `carillon_roles`: an array of `"<tenant>:<role>"`, or of `{tenant, role}`;
 * - `groups`, and the claim that is configured: entries of the form `carillon:<tenant>:<role>`;
 * - in both: entries for which the configuration names roles.
 *
 * Issuers write lists in several forms: as a text in place of an array, which is one entry, or several separated by spaces or commas, or
 * JSON; as objects with the name of the entry (SCIM); as one object whose keys are the names (Zitadel). A tenant may be `*`. An entry that
 * does not parse grants nothing.
 */
import { z } from 'zod';
import { MAX_NAME_LENGTH } from '#common/domain/limits.js';
import { parseJson } from '#common/domain/parse-json.js';
import { cut, inOneLine } from '#common/notices/notice-text.js';
import { ROLES } from '#common/spec/definitions.js';
import type { Caller, RoleGrant } from './access.js';

const MAX_GRANTS = 1_000;
const grantObject = z.object({ tenant: z.string().min(1), role: z.enum(ROLES) });
const claimsShape = z.looseObject({
  sub: z.string().min(1),
  name: z.string().optional().catch(undefined),
  preferred_username: z.string().optional().catch(undefined),
  email: z.string().optional().catch(undefined),
  upn: z.string().optional().catch(undefined),
  carillon_roles: z.unknown().optional(),
  groups: z.unknown().optional(),
});

/** The claim that contains roles besides the usual ones, and the roles of its entries (and of entries of `groups`). */
export interface ClaimRules {
  /** A claim's name, or a path such as `realm_access.roles`, whose names may contain dots. */
  readonly claim: string | undefined;
  readonly roles: ReadonlyMap<string, readonly RoleGrant[]>;
}

export const NO_CLAIM_RULES: ClaimRules = { claim: undefined, roles: new Map() };

/** Returns null if the claims identify no person. */
export function callerFromClaims(claims: unknown, rules: ClaimRules = NO_CLAIM_RULES): Caller | null {
  const parsed = claimsShape.safeParse(claims);
  if (!parsed.success) return null;
  const { sub, name, preferred_username: username, email, upn, carillon_roles: own, groups } = parsed.data;
  const configured = rules.claim === undefined ? undefined : valueAt(parsed.data, rules.claim);
  // People are in more groups than have a meaning here: only roles count towards the limit.
  const fromGroups = [groups, configured]
    .flatMap((value) => namesIn(value, rules.roles))
    .flatMap((entry) => grantsOfGroup(entry, rules));
  const subject = oidcSubject(sub);
  return {
    subject,
    name: shownName(firstName([username, name, email, upn]) ?? sub, subject),
    roles: [...entriesOf(own).flatMap(grantsOf), ...fromGroups].slice(0, MAX_GRANTS),
  };
}

/** In one line, and not too long to be shown: issuers let people choose it. Null: all are empty. */
function firstName(names: readonly (string | undefined)[]): string | null {
  const texts = names.map((name) => cut(inOneLine(name ?? ''), MAX_NAME_LENGTH));
  return texts.find((text) => text !== '') ?? null;
}

const leftOutShape = z.union([
  z.object({ _claim_names: z.object({ groups: z.unknown() }) }),
  z.object({ hasgroups: z.union([z.literal(true), z.literal('true')]) }),
]);

/** True if the issuer says that it has left out the groups because there are too many: Microsoft Entra does so beyond 200. */
export const groupsAreLeftOut = (claims: unknown): boolean => leftOutShape.safeParse(claims).success;

/** Subjects that Carillon assigns itself: to tokens, to the bootstrap token, to callbacks, and those below. */
const isOwnSubject = (text: string): boolean => /^(token:|oidc:|bootstrap$|attempt$)/.test(text);

/** The subject of a person as the issuer names it, but never one of Carillon's own subjects, nor that of another person. */
export const oidcSubject = (sub: string): string => (isOwnSubject(sub) ? `oidc:${sub}` : sub);

/** Names under which the services themselves act. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  ...['api', 'scheduler', 'executor', 'log-collector', 'carillon', 'bootstrap', 'attempt', 'worker', 'kubernetes'],
]);

/** The name by which a person is shown as an actor: never the name of a service. */
export const shownName = (name: string, subject: string): string =>
  OWN_NAMES.has(name.trim().toLowerCase()) ? (subject === name ? `oidc:${name}` : `${name} (${subject})`) : name;

function grantsOfGroup(entry: string, { roles }: ClaimRules): readonly RoleGrant[] {
  const named = roles.get(entry);
  if (named) return named;
  return entry.startsWith('carillon:') ? grantsOf(entry.slice('carillon:'.length)) : [];
}

/** The entries of a claim. A text that has a meaning as a whole (`Platform Team`) is one entry. */
function entriesOf(value: unknown, named: ReadonlyMap<string, unknown> = new Map()): readonly unknown[] {
  if (typeof value === 'string') return named.has(value) ? [value] : (listIn(value) ?? value.split(/[\s,]+/));
  return Array.isArray(value) ? value : [];
}

/** The list that a text is as JSON. */
function listIn(text: string): readonly unknown[] | null {
  if (!text.startsWith('[')) return null;
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The entries of a claim of names: `false` and `null` in an object say that the person is not in the group. */
function namesIn(value: unknown, named: ReadonlyMap<string, unknown>): string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, is]) => (is === false || is === null ? [] : [name]));
  return entriesOf(value, named).flatMap((entry) => nameShape.safeParse(entry).data ?? []);
}

const nameShape = z.union([
  z.string().trim(),
  z.number().transform(String),
  z.object({ value: z.string() }).transform(({ value }) => value),
  z.object({ name: z.string() }).transform(({ name }) => name),
]);

/** The value of a claim, found by its whole name or as a path; of several ways to read a path, the one with the longest names first. */
function valueAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(claims));
  if (fields.has(path)) return fields.get(path);
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const value = valueAt(fields.get(path.slice(0, dot)), path.slice(dot + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The role that a text such as `ibm:editor` grants; none for a text that does not parse. */
export function grantsOf(entry: unknown): RoleGrant[] {
  if (typeof entry !== 'string') {
    const parsed = grantObject.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  }
  const colon = entry.lastIndexOf(':');
  const parsed = grantObject.safeParse({ tenant: entry.slice(0, colon), role: entry.slice(colon + 1) });
  return colon > 0 && parsed.success ? [parsed.data] : [];
}
