/** The choice of a job, and filters by tenant and job. The choices that lists need are in another file, which is loaded first. */
import type { ReactElement } from 'react';
import { api, ok } from '../api/client.js';
import { SearchedChoice, type OptionalChoice } from './choices.js';
import { TenantFilter } from './tenant-filter.js';

interface JobChoiceShown extends OptionalChoice {
  readonly tenant?: string | undefined;
}

export const JobChoice = ({ tenant, ...shown }: JobChoiceShown): ReactElement => (
  <SearchedChoice
    {...shown}
    nouns="jobs"
    find={async (query) =>
      (await ok(api.GET('/jobs', { params: { query: { ...query, ...(tenant && { tenant }) } } }))).items
    }
  />
);

interface OwnerFiltersShown {
  readonly search: { readonly tenant?: string | undefined; readonly job?: string | undefined };
  readonly set: (change: { readonly tenant?: string | undefined; readonly job?: string | undefined }) => void;
}

/** Filters a list by tenant, and by a job of that tenant. */
export const OwnerFilters = ({ search: { tenant, job }, set }: OwnerFiltersShown): ReactElement => (
  <>
    <TenantFilter
      value={tenant}
      onChange={(next) => {
        set({ tenant: next });
      }}
    />
    <JobChoice
      label="Job"
      placeholder="all"
      tenant={tenant}
      value={job ?? ''}
      onChange={(next) => {
        set({ job: next });
      }}
      clear={() => {
        set({ job: undefined });
      }}
    />
  </>
);
