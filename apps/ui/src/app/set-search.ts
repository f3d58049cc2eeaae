import { useNavigate } from '@tanstack/react-router';

/** Changes some filters in the page's address without adding an entry to the browser's history. */
export function useSetSearch<Search extends object>(): (change: Partial<Search>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  };
}

interface Filter<T> {
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

/** By the name of a filter in the page's address: its value, and what changes it. */
export function useFilters<Search extends object>(
  search: Search,
): <Name extends keyof Search & string>(name: Name) => Filter<NonNullable<Search[Name]>> {
  const set = useSetSearch<Search>();
  return (name) => ({
    value: search[name] ?? undefined,
    onChange: (value) => {
      set({ [name]: value === '' ? undefined : value } as Partial<Search>);
    },
  });
}
