/** A page whose code failed, with a way to try it again. */
import type { ReactElement } from 'react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Failed, Page } from '../parts/page.js';

export function Broken({ error }: ErrorComponentProps): ReactElement {
  const { invalidate } = useRouter();
  return (
    <Page title="This page cannot be shown">
      <Failed error={error instanceof Error ? error : new Error(String(error))} again={invalidate} />
    </Page>
  );
}
