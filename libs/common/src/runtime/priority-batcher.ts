/** As a Batcher, but of what waits the items with the lowest numbers come first, those with the same in order of arrival. */
import { Batcher, type BatcherOptions } from './batcher.js';

export class PriorityBatcher<Item, Result> extends Batcher<Item, Result> {
  constructor(
    perform: (items: readonly Item[]) => Promise<readonly Result[]>,
    /** Asked anew for each batch: what waits may become more urgent. */
    private readonly priorityOf: (item: Item) => number,
    options: Omit<BatcherOptions<Item>, 'keyOf' | 'isOrdered'>,
  ) {
    super(perform, options);
  }

  protected override arrange(waiting: { readonly item: Item }[]): void {
    waiting.sort((a, b) => this.priorityOf(a.item) - this.priorityOf(b.item));
  }
}
