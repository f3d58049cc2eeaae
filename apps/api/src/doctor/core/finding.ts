/** One result of the doctor. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly message: string;
  /** The solution; null if there is no problem. */
  readonly fix: string | null;
}

export const fine = (check: string, message: string): Finding => ({ check, status: 'ok', message, fix: null });
export const warning = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'warning',
  message,
  fix,
});
export const error = (check: string, message: string, fix: string): Finding => ({
  check,
  status: 'error',
  message,
  fix,
});
