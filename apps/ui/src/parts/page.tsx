/** The frame of pages, and how pages look while they load, fail, or have nothing to show. */
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Alert, Button, Skeleton } from '@mantine/core';
import { ApiError } from '#client/api-error.js';

interface Shown {
  readonly title: ReactNode;
  /** The page's name in the browser; default: `title`, if that is a text. */
  readonly name?: string | undefined;
  readonly crumbs?: ReactNode;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, name, crumbs, beside, actions, children }: Shown): ReactElement {
  const says = name ?? (typeof title === 'string' ? title : 'Carillon');
  useEffect(() => {
    document.title = `${says} · Carillon`;
  }, [says]);
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

interface CardShown {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Without padding, for lists. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

export const Card = ({ title, actions, flush = false, children }: CardShown): ReactElement => (
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

interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface Loaded<T> {
  readonly query: QueryResult<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** Shows the answer of a query, a placeholder while it loads, or its error. Data stays visible while it is read again. */
export function Loaded<T>({ query, lines = 4, children }: Loaded<T>): ReactElement {
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
export const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404;

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
