/** May do everything. */
export const MONGO_USER = 'carillon';

/** The URI with the password in it, which needs no escaping (`keptPassword`). */
export function withLogin(uri: string, password: string): string {
  const separator = uri.includes('?') ? '&' : '/?';
  const login = `${MONGO_USER}:${password}@`;
  return `${uri.replace('://', `://${login}`)}${separator}authSource=admin&authMechanism=SCRAM-SHA-256`;
}
