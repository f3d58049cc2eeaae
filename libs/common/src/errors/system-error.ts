/** True for an error of the operating system with this code, such as `ENOENT`. */
export const isCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
