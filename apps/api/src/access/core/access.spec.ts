import fc from 'fast-check';
import { ROLES, type Role } from '#common/spec/definitions.js';
import {
  EVERY_TENANT,
  isAdmin,
  judgeAccess,
  mayGrant,
  maySeeJobSecrets,
  maySeeWorker,
  maySeeWorkerSecrets,
  reachesSomewhere,
  roleIn,
  tenantsWith,
  type Caller,
} from './access.js';

const caller = (...roles: [tenant: string, role: Role][]): Caller => ({
  subject: 's',
  name: 'n',
  roles: roles.map(([tenant, role]) => ({ tenant, role })),
});
const grants = fc.array(fc.tuple(fc.constantFrom('a', 'b', EVERY_TENANT), fc.constantFrom(...ROLES)), { maxLength: 4 });

test('a higher role includes every lower one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ROLES), fc.constantFrom(...ROLES), (held, needed) => {
      const expected =
        needed === 'admin' ? 'forbidden' : ROLES.indexOf(held) >= ROLES.indexOf(needed) ? 'granted' : 'forbidden';
      expect(judgeAccess(caller(['a', held]), 'a', needed)).toBe(expected);
    }),
  );
});

test('objects of a tenant are hidden, not forbidden, for a caller without a role in it', () => {
  expect(judgeAccess(caller(['a', 'owner']), 'b', 'viewer')).toBe('hidden');
  expect(judgeAccess(caller(), 'b', 'viewer')).toBe('hidden');
});

test('a caller is an admin only with the role admin for every tenant', () => {
  expect(isAdmin(caller(['a', 'admin']))).toBe(false);
  expect(isAdmin(caller([EVERY_TENANT, 'admin']))).toBe(true);
  expect(judgeAccess(caller(['a', 'admin']), 'a', 'owner')).toBe('granted');
});

test('a caller has a role somewhere exactly when the caller has it in at least one tenant', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom(...ROLES), (roles, needed) => {
      const who = caller(...roles);
      const inOne = ['a', 'b', 'c'].some((tenant) => judgeAccess(who, tenant, needed) === 'granted');
      expect(reachesSomewhere(who, needed)).toBe(inOne);
    }),
  );
});

test('a list covers the tenants in which the caller has the required role', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom('viewer' as const, 'editor' as const, 'owner' as const), (roles, needed) => {
      const who = caller(...roles);
      const tenants = tenantsWith(who, needed);
      for (const tenant of ['a', 'b', 'c']) {
        expect(tenants === null || tenants.includes(tenant)).toBe(judgeAccess(who, tenant, needed) === 'granted');
      }
    }),
  );
});

test('a caller cannot grant a higher role than its own', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom('a', 'b', EVERY_TENANT), fc.constantFrom(...ROLES), (roles, tenant, role) => {
      const who = caller(...roles);
      if (!mayGrant(who, { tenant, role })) return;
      const held = roleIn(who, tenant);
      expect(held !== null && ROLES.indexOf(held) >= ROLES.indexOf(role)).toBe(true);
    }),
  );
});

test('the secrets of a job are visible to owners, admins and the persons that the job names, while they have a role in its tenant', () => {
  const job = { tenant: 'a', owners: ['s'] };
  expect(maySeeJobSecrets(caller(['a', 'viewer']), job)).toBe(true);
  expect(maySeeJobSecrets(caller(['a', 'editor']), { ...job, owners: [] })).toBe(false);
  expect(maySeeJobSecrets(caller(['a', 'owner']), { ...job, owners: [] })).toBe(true);
  expect(maySeeJobSecrets(caller(['b', 'owner']), job)).toBe(false);
});

test('the secrets of a worker are visible to admins, and to owners of all tenants that may use the worker', () => {
  expect(maySeeWorkerSecrets(caller(['a', 'owner']), undefined)).toBe(false);
  expect(maySeeWorkerSecrets(caller(['a', 'owner']), ['a'])).toBe(true);
  expect(maySeeWorkerSecrets(caller(['a', 'owner']), ['a', 'b'])).toBe(false);
  expect(maySeeWorkerSecrets(caller(['a', 'owner']), [])).toBe(false);
  expect(maySeeWorkerSecrets(caller(['a', 'owner']), ['b'])).toBe(false);
  expect(maySeeWorkerSecrets(caller(['b', 'editor']), ['b'])).toBe(false);
  expect(maySeeWorkerSecrets(caller([EVERY_TENANT, 'admin']), ['b'])).toBe(true);
  expect(maySeeWorker(caller(['a', 'viewer']), ['b'])).toBe(false);
  expect(maySeeWorker(caller(['b', 'viewer']), ['b'])).toBe(true);
});
