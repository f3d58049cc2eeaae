/** Whether one of the names has the part in it, in any case. */
export const isNamedLike = (part: string | undefined, names: readonly (string | null | undefined)[]): boolean =>
  part === undefined || names.some((name) => name?.toLowerCase().includes(part.toLowerCase()) === true);
