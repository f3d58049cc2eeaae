/** `${job.name}` and its like in images, commands, arguments and environment values. */

/** Values by full name, such as `task.index_num`. */
export type Variables = ReadonlyMap<string, string>;

/** Only names in these families are ours: `${HOME}` and the like are left to whoever reads the text next. */
const REFERENCE = /\$\{((?:job|run|task|option)\.[^{}]+)\}/g;

/** One pass: a value is put in as it is, and not looked through again. An unknown name of ours becomes the empty text. */
export function substitute(text: string, variables: Variables): string {
  return text.replaceAll(REFERENCE, (_, name: string) => variables.get(name) ?? '');
}

export const substituteAll = (texts: readonly string[], variables: Variables): string[] =>
  texts.map((text) => substitute(text, variables));

export function substituteValues(
  values: Readonly<Record<string, string>>,
  variables: Variables,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, substitute(value, variables)]));
}
