/** Like a Batcher, but waiting items with the lowest numbers go first; items with the same number go in the order of their arrival. */
import { Batcher, type BatcherOptions } from './batcher.js';

export class PriorityBatcher<Item, Result> extends Batcher<Item, Result> {
  constructor(
    perform: (items: readonly Item[]) => Promise<readonly Result[]>,
    /** Called again for each batch, because waiting items may become more urgent. */
    private readonly priorityOf: (item: Item) => number,
    options: Omit<BatcherOptions<Item>, 'keyOf' | 'isOrdered'>,
  ) {
    super(perform, options);
  }

  protected override arrange(waiting: { readonly item: Item }[]): void {
    waiting.sort((a, b) => this.priorityOf(a.item) - this.priorityOf(b.item));
  }
}
