/** Sign-in: by the issuer if there is one, or with a token. */
import { useEffect, useState, type ReactElement } from 'react';
import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';
import { api, ok } from '../api/client.js';
import { addressOf, session, signInMethods } from '../api/session.js';
import { Bell } from '../parts/icons.js';
import { checked, typed } from '../parts/inputs.js';
import { ProblemAlert } from '../parts/page.js';
import { keepPlace } from './return-place.js';

/** The messages for a failed sign-in by the issuer. */
const PROBLEMS: Readonly<Record<string, string>> = {
  FORBIDDEN:
    'Your account has no role in any tenant. If it is in very many groups, the sign-in service may leave them out: ask an administrator.',
  UNAVAILABLE: 'The sign-in service does not answer. Try again later.',
};

/** Why the sign-in by the issuer has failed; shown once. */
function takeProblem(): Error | null {
  const address = new URL(location.href);
  const problem = address.searchParams.get('sign-in');
  if (problem === null) return null;
  address.searchParams.delete('sign-in');
  history.replaceState(null, '', address);
  return new Error(PROBLEMS[problem] ?? 'The sign-in has failed. Try again.');
}
const problemAtStart = takeProblem();

export default function SignInPage({ onEntered }: { readonly onEntered: () => void }): ReactElement {
  const { data: methods } = useQuery({ queryKey: ['methods'], queryFn: signInMethods, staleTime: Infinity, retry: 1 });
  const [token, setToken] = useState('');
  const [remember, setRemember] = useState(false);
  const [error, setError] = useState<Error | null>(problemAtStart);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Sign in · Carillon';
  }, []);
  const enter = async (): Promise<void> => {
    setBusy(true);
    session.begin(token.trim(), remember);
    try {
      await ok(api.GET('/me'));
      onEntered();
    } catch (problem) {
      session.end();
      const isWrong = problem instanceof ApiError && problem.status === 401;
      setError(isWrong ? new Error('This token is not valid or has expired.') : (problem as Error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main style={{ minHeight: '100vh', display: 'grid', placeItems: 'center', padding: 16 }}>
      <div className="card" style={{ width: 'min(380px, 100%)', padding: 28 }}>
        <Stack gap="md">
          <div className="brand">
            <Bell /> Carillon
          </div>
          <h1>Sign in</h1>
          {methods?.issuer === true && (
            <>
              <ToIssuer path="sign-in" variant="filled">
                With your account
              </ToIssuer>
              {(problemAtStart !== null || session.wasEnded) && (
                <ToIssuer path="sign-in?other-account" variant="default">
                  With another account
                </ToIssuer>
              )}
            </>
          )}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void enter();
            }}
          >
            <Stack gap="sm">
              <PasswordInput
                label={methods?.issuer === true ? 'Or with a token' : 'Token'}
                description="An owner or an administrator creates it for you."
                name="token"
                autoComplete="current-password"
                required
                autoFocus
                withAsterisk={false}
                value={token}
                onChange={typed(setToken)}
              />
              <Checkbox label="Stay signed in on this device" checked={remember} onChange={checked(setRemember)} />
              <ProblemAlert error={error} />
              <Button type="submit" variant="filled" size="sm" loading={busy}>
                Sign in
              </Button>
            </Stack>
          </form>
        </Stack>
      </div>
    </main>
  );
}

/** The issuer knows who has signed in before: without asking, it lets nobody else in. */
const ToIssuer = (props: {
  readonly path: string;
  readonly variant: 'filled' | 'default';
  readonly children: string;
}): ReactElement => (
  <Button
    component="a"
    href={addressOf(props.path).href}
    variant={props.variant}
    size="sm"
    onClick={() => {
      keepPlace();
    }}
  >
    {props.children}
  </Button>
);
