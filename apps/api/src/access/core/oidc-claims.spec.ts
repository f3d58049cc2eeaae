import { callerFromClaims } from './oidc-claims.js';

test.each([
  [
    'texts',
    { carillon_roles: ['ibm:editor', '*:viewer'] },
    [
      ['ibm', 'editor'],
      ['*', 'viewer'],
    ],
  ],
  ['objects', { carillon_roles: [{ tenant: 'ibm', role: 'owner' }] }, [['ibm', 'owner']]],
  ['groups', { groups: ['staff', 'carillon:ibm:operator', 'carillon:x'] }, [['ibm', 'operator']]],
  [
    'both',
    { carillon_roles: ['a:viewer'], groups: ['carillon:b:viewer'] },
    [
      ['a', 'viewer'],
      ['b', 'viewer'],
    ],
  ],
  ['nothing that parses', { carillon_roles: ['ibm', 'ibm:king', 7, ':viewer'], groups: 'carillon:ibm:owner' }, []],
])('roles are read from %s', (_form, claims, expected) => {
  const caller = callerFromClaims({ sub: 'u1', ...claims });
  expect(caller?.roles.map(({ tenant, role }) => [tenant, role])).toEqual(expected);
});

test('a token that names nobody is nobody', () => {
  expect(callerFromClaims({ carillon_roles: ['ibm:owner'] })).toBeNull();
  expect(callerFromClaims({ sub: 'u1', preferred_username: 'grace' })?.name).toBe('grace');
});
