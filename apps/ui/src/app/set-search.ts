import { useNavigate } from '@tanstack/react-router';

/** Changes part of the search in the page's address, without a further step of the browser's history. */
export function useSetSearch<Search extends object>(): (change: Partial<Search>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  };
}
