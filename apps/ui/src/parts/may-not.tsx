/** Shown to people who open a page without permission: names the missing role. */
import type { ReactElement, ReactNode } from 'react';
import { EVERY_TENANT, useRights, type Role } from '../api/caller.js';

interface Right {
  /** The action that needs the right, such as `edit this job`. */
  readonly act: string;
  readonly role: Role;
  /** The tenant in which the role is needed; without it: any tenant. */
  readonly tenant?: string | undefined;
  /** A link to another page. */
  readonly back: ReactNode;
}

interface Guard extends Right {
  readonly children: ReactNode;
}

export function Guarded({ children, ...right }: Guard): ReactElement {
  const { may } = useRights();
  return may(right.role, right.tenant) ? <>{children}</> : <MayNot {...right} />;
}

const tenantText = (tenant: string): string => (tenant === EVERY_TENANT ? 'every tenant' : `the tenant ${tenant}`);

export function MayNot({ act, role, tenant, back }: Right): ReactElement {
  const { caller } = useRights();
  const own = caller.roles.filter((grant) => tenant === undefined || [tenant, EVERY_TENANT].includes(grant.tenant));
  const has = own.map((grant) => `${grant.role} in ${tenantText(grant.tenant)}`).join(', ');
  const where = role === 'admin' ? '' : tenant === undefined ? ' in a tenant' : ` in ${tenantText(tenant)}`;
  return (
    <section className="card" role="alert">
      <h2>You may not {act}</h2>
      <p>
        You need the role <strong>{role}</strong>
        {where}. {has === '' ? 'You have no role there.' : `You have the role ${has}.`}
      </p>
      <p>
        {role === 'admin' || role === 'owner'
          ? 'An administrator can give it to you.'
          : 'An owner of the tenant, or an administrator, can give it to you.'}
      </p>
      <p>{back}</p>
    </section>
  );
}
