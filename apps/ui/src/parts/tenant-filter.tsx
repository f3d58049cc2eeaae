/** The filter of a list by tenant. */
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tenantsList } from '../api/questions.js';
import { ChoiceFilter } from './filters.js';

interface Shown {
  readonly value: string | undefined;
  /** The filter is hidden where there is one tenant at most, unless this is set. */
  readonly isShownForOne?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

export function TenantFilter({ value, isShownForOne = false, onChange }: Shown): ReactElement | null {
  const { data: tenants } = useQuery(tenantsList());
  const choices = tenants?.items.map(({ id }) => ({ value: id, label: id })) ?? [];
  if (choices.length <= 1 && !isShownForOne) return null;
  return <ChoiceFilter label="Tenant" value={value} choices={choices} searchable onChange={onChange} />;
}
