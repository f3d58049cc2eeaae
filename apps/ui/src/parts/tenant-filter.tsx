/** The filter of a list by tenant. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tenantsList } from '../api/questions.js';
import { TenantChoice } from './choices.js';

interface Shown {
  readonly value: string | undefined;
  /** Shows the filter even if there is only one tenant. */
  readonly isShownForOne?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

export function TenantFilter({ value, isShownForOne = false, onChange }: Shown): ReactElement | null {
  const { data: tenants } = useQuery(tenantsList());
  if ((tenants?.items.length ?? 0) <= 1 && !isShownForOne) return null;
  return (
    <TenantChoice
      role="viewer"
      placeholder="all"
      value={value ?? ''}
      onChange={onChange}
      clear={() => {
        onChange(undefined);
      }}
    />
  );
}
