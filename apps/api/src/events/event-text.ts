/** Server-sent events as text. */

/** One event; `data` is sent as JSON on one line. */
export function eventText(event: { readonly type: string; readonly data: unknown; readonly id?: string }): string {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * A line that readers ignore; it prevents proxies from closing an idle connection. The id is the position from which readers would resume.
 */
export const commentText = (text: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}: ${text}\n\n`;
