import { useNavigate } from '@tanstack/react-router';

/** Changes some filters in the page's address without adding an entry to the browser's history. */
export function useSetSearch<Search extends object>(): (change: Partial<Search>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  };
}
