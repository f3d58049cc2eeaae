/** The address of a request without slashes at the end of its path: clients that join addresses leave them there. The query stays as it is. */
export function withoutLastSlash(url: string): string {
  const query = url.indexOf('?');
  const pathEnd = query < 0 ? url.length : query;
  let end = pathEnd;
  // A loop: a pattern would look at a long row of slashes once for each of them.
  while (url[end - 1] === '/') end--;
  return url.slice(0, end) + url.slice(pathEnd);
}
