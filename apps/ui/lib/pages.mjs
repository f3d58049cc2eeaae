/** "More" under a list: pages by the API's cursor. */
import { get } from './api.mjs';
import { busyButton, h } from './dom.mjs';

/** A button that appends the next page; hidden on the last one. `add` takes the items. */
export function moreButton(pathOf, first, add) {
  let cursor = first;
  const button = busyButton(
    'Show more',
    async () => {
      const page = await get(pathOf(cursor));
      add(page.items);
      cursor = page.nextCursor;
      holder.hidden = cursor === null;
    },
    { class: 'quiet' },
  );
  const holder = h('div', { class: 'actions center', hidden: first === null }, button);
  return holder;
}
