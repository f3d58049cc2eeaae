/** The frame of pages, and how pages look while they load, fail, have nothing to show, or may not be opened. */
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Alert, Button, Skeleton } from '@mantine/core';
import { ApiError } from '#client/api-error.js';
import { openIncidents, tabTitle } from './alert-count.js';
import { rememberPlace } from './recent-places.js';
import { EVERY_TENANT, useRights, type Role } from '../api/client.js';

interface PageProps {
  readonly title: ReactNode;
  /** The page's name in the browser; default: `title`, if that is a text. */
  readonly name?: string | undefined;
  readonly crumbs?: ReactNode;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, name, crumbs, beside, actions, children }: PageProps): ReactElement {
  const tab = name ?? (typeof title === 'string' ? title : 'Carillon');
  const open = openIncidents.use();
  const isOfObject = crumbs !== undefined;
  useEffect(() => {
    document.title = tabTitle(tab, open);
  }, [tab, open]);
  useEffect(() => {
    // Pages of objects: the others are always offered.
    if (isOfObject) rememberPlace(location.hash.slice(1), tab);
  }, [tab, isOfObject]);
  return (
    <div className="page">
      {crumbs !== undefined && (
        <nav className="crumbs" aria-label="Breadcrumb">
          {crumbs}
        </nav>
      )}
      <div className="title-row">
        <h1>{title}</h1>
        {beside}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for lists. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export const Card = ({ title, actions, flush = false, children }: CardProps): ReactElement => (
  <section className={flush ? 'card flush' : 'card'}>
    {(title !== undefined || actions !== undefined) && (
      <div className="card-head">
        {title !== undefined && <h2>{title}</h2>}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
    )}
    {children}
  </section>
);

/** Terms and their values, side by side; those without a value are left out. */
export const Facts = ({
  of,
}: {
  readonly of: readonly (readonly [string, ReactNode] | null | false)[];
}): ReactElement => (
  <dl className="facts">
    {of
      .filter((each) => each !== null && each !== false)
      .map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

export const jsonText = (value: unknown): string => JSON.stringify(value, null, 2);

export const Json = ({ label, value }: { readonly label: string; readonly value: unknown }): ReactElement => (
  <pre className="code" tabIndex={0} aria-label={label}>
    {jsonText(value)}
  </pre>
);

/** Shows a refusal field by field. */
export function ProblemText({ error }: { readonly error: Error }): ReactElement {
  const fields = error instanceof ApiError ? error.errors : [];
  const [only] = fields;
  if (fields.length === 1 && only !== undefined && only.path !== '')
    return (
      <>
        <code>{only.path}</code> {only.message}
      </>
    );
  // The message of several problems begins with the first of them.
  const isRepeated = only !== undefined && error.message.includes(only.message);
  return (
    <>
      {!isRepeated && error.message}
      {fields.length > 0 && (
        <ul style={{ margin: '4px 0 0', paddingLeft: 18 }}>
          {fields.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && <code>{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const ProblemAlert = ({ error }: { readonly error: Error | null }): ReactElement | null =>
  error === null ? null : (
    <Alert color="red" role="alert" variant="light" p="xs">
      <ProblemText error={error} />
    </Alert>
  );

export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<T> {
  readonly query: QueryResult<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** Shows the answer of a query, a placeholder while it loads, or its error. Data stays visible while it is read again. */
export function Loaded<T>({ query, lines = 4, children }: LoadedProps<T>): ReactElement {
  const { data, error, refetch } = query;
  if (data !== undefined && !isGone(error)) return <>{children(data)}</>;
  if (error !== null) return <Failed error={error} again={refetch} />;
  return (
    <div aria-busy="true" aria-label="Loading" role="status" style={{ padding: 14 }}>
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} height={14} mb={10} width={`${95 - ((i * 17) % 40)}%`} />
      ))}
    </div>
  );
}

/** The object was there, perhaps, and is no longer, or not for this person: what was read before must not be shown as present. */
const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

interface ObjectPageProps<T> extends Omit<PageProps, 'children'> {
  readonly query: QueryResult<T>;
  readonly children: (object: T) => ReactElement;
}

/** The page of one object: a placeholder with this title until the object is there. */
export const ObjectPage = <T,>({ query, children, ...page }: ObjectPageProps<T>): ReactElement =>
  query.data === undefined || isGone(query.error) ? (
    <Page {...page}>
      <Card>
        <Loaded query={query}>{() => null}</Loaded>
      </Card>
    </Page>
  ) : (
    children(query.data)
  );

export const Failed = ({ error, again }: { readonly error: Error; readonly again?: () => unknown }): ReactElement => (
  <div className="empty" role="alert">
    <p style={{ color: 'var(--bad)', fontWeight: 600 }}>
      {isGone(error) ? (
        'This object does not exist, or you have no permission to see it.'
      ) : (
        <ProblemText error={error} />
      )}
    </p>
    {again && <Button onClick={() => void again()}>Try again</Button>}
  </div>
);

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
