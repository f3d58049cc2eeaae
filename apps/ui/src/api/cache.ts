/** The answers of the API that the page keeps; they are read again when they may have changed. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/api-error.js';

const isRefusal = (error: Error): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !isRefusal(error),
      retryDelay: 1_000,
      refetchOnWindowFocus: true,
    },
  },
});

/** Reads all answers again whose keys begin like this one. */
export const refresh = (...key: readonly string[]): Promise<void> => cache.invalidateQueries({ queryKey: key });
