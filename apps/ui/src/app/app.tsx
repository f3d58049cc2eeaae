/** The root component: theme, cache, the signed-in caller, and the pages. */
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { Alert, MantineProvider } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ApiError } from '#client/api-error.js';
import { cache, whenSignedOut, CallerContext } from '../api/client.js';
import { whoAmI } from '../api/questions.js';
import { session, whenEndedElsewhere } from '../api/session.js';
import { Toasts } from '../parts/toasts.js';
import { part } from './part.js';
import { router } from './router.js';
import { theme } from './theme.js';

const SignInPage = lazy(part(() => import('./sign-in.js')));

whenEndedElsewhere(() => {
  location.reload();
});
whenSignedOut(() => {
  session.end();
  cache.setQueryData(['me'], null);
});

export const App = (): ReactElement => (
  <MantineProvider theme={theme} defaultColorScheme="auto">
    <QueryClientProvider client={cache}>
      <SignedIn />
      <Toasts />
    </QueryClientProvider>
  </MantineProvider>
);

/** The pages, once the caller is known: by a token, or by a sign-in's cookie, which this code cannot read. */
function SignedIn(): ReactElement | null {
  const { data: caller, error, refetch } = useQuery({ ...whoAmI(), staleTime: 60_000 });
  const [entered, setEntered] = useState(0);
  const enter = (): void => {
    cache.clear();
    setEntered(entered + 1);
    void refetch();
  };
  if (caller) {
    return (
      <CallerContext value={caller}>
        <RouterProvider router={router} />
      </CallerContext>
    );
  }
  if (caller === null || (error instanceof ApiError && error.status === 401))
    return (
      <Suspense>
        <SignInPage onEntered={enter} />
      </Suspense>
    );
  if (error === null) return null;
  return (
    <Alert color="red" m="xl" title="Carillon cannot be reached" role="alert">
      {error.message} Reload the page to try again.
    </Alert>
  );
}
