/** The choice of a job, apart from those that lists need, which are loaded first. */
import type { ReactElement } from 'react';
import { api, ok } from '../api/client.js';
import { SearchedChoice, type OptionalChoice } from './choices.js';

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
