/** `${job.name}` and other references in images, commands, arguments and environment values. */
import { IN_SHELL, REFERENCE } from '#common/spec/command-line.js';

/** Values by full name, such as `task.index_num`. */
export type Variables = ReadonlyMap<string, string>;

/** Substitutes in one pass: an inserted value is not searched again. An unknown name of Carillon becomes the empty text. */
export function substitute(text: string, variables: Variables): string {
  return text.replaceAll(REFERENCE, (_, name: string) => variables.get(name) ?? '');
}

const AS_JSON = ':json';

/** The same for a text that may be JSON: `${option.x:json}` becomes a JSON string, with its quotation marks. */
export function substituteInBody(text: string, variables: Variables): string {
  return text.replaceAll(REFERENCE, (_, name: string) =>
    name.endsWith(AS_JSON)
      ? JSON.stringify(variables.get(name.slice(0, -AS_JSON.length)) ?? '')
      : (variables.get(name) ?? ''),
  );
}

export function substituteValues(
  values: Readonly<Record<string, string>>,
  variables: Variables,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, substitute(value, variables)]));
}

const SHELL_VARIABLE = 'CARILLON_VALUE_';

/**
 * Replaces `${name:shell}` by a quoted variable of the shell whose value is passed in the environment, so that no shell reads the
 * value as a program. One object serves the words of one command.
 */
export class ShellValues {
  private readonly names = new Map<string, string>();

  /** Makes one pass; all other references stay. */
  quote(text: string): string {
    return text.replaceAll(REFERENCE, (whole, name: string) =>
      name.endsWith(IN_SHELL) ? `"$${this.variableOf(name.slice(0, -IN_SHELL.length))}"` : whole,
    );
  }

  /** Variable names by the name of the value that they hold. */
  get variables(): ReadonlyMap<string, string> {
    return this.names;
  }

  private variableOf(name: string): string {
    const variable = this.names.get(name) ?? `${SHELL_VARIABLE}${this.names.size + 1}`;
    this.names.set(name, variable);
    return variable;
  }
}
