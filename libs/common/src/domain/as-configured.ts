/** Which slots without runs need nobody's attention: the job is configured to leave them out, or they have run before. Pure. */

/** Reasons of gaps. */
export const AS_CONFIGURED: readonly string[] = ['ConcurrencyForbidden', 'MinInterval', 'AlreadyRun'];

export const isAsConfigured = ({ reason }: { readonly reason: string }): boolean => AS_CONFIGURED.includes(reason);
