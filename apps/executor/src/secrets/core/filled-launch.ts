/** Puts the values of providers' secrets into the launch of an attempt. Pure. */
import type { AttemptEnvironment, Launch, SecretVariable } from '../../engines/engine.js';

interface Filling {
  /** The values by the variable that each becomes. */
  readonly values: Readonly<Record<string, string>>;
  /** The secrets to which a pod refers itself. */
  readonly mapped: readonly SecretVariable[];
}

/** A web service finds the values beside its job, pods and processes in their environment, over variables of the same name. */
export function filledLaunch(launch: Launch, { values, mapped }: Filling): Launch {
  if (launch.engine === 'webservice') {
    const { body, call } = launch;
    if (call !== null) {
      const { oauth } = call;
      return { ...launch, call: { ...call, oauth: oauth && { ...oauth, secret: values[oauth.clientSecret] ?? null } } };
    }
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    return { ...launch, body: { ...(isObject ? body : {}), secrets: values } };
  }
  const taken = new Set([...Object.keys(values), ...mapped.map(({ as }) => as)]);
  const env = { plain: without(launch.env.plain, taken), secret: { ...without(launch.env.secret, taken), ...values } };
  return { ...launch, env, envFrom: [...launch.envFrom.filter(({ as }) => !taken.has(as)), ...mapped] };
}

const without = (variables: AttemptEnvironment['plain'], taken: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => !taken.has(name)));
