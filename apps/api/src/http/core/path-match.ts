/** The methods that the route table offers at a path; empty if there is no such path. */
export function methodsAt(
  routes: readonly { readonly method: string; readonly path: string }[],
  path: string,
): readonly string[] {
  const parts = path.replace(/\/$/, '').split('/');
  const fits = (template: string): boolean => {
    const wanted = template.split('/');
    return wanted.length === parts.length && wanted.every((part, i) => part.startsWith('{') || part === parts[i]);
  };
  return [...new Set(routes.filter((route) => fits(route.path)).map((route) => route.method))].sort();
}
