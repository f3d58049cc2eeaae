import { MAX_DELAYED_ACTIONS } from '../domain/limits.js';
import { dueActions, isFull, nextDueAt, withAction, withoutCause, type DelayedAction } from './delayed-actions.js';

const T0 = 1_000_000;

describe('delayed actions', () => {
  const action = (more: Partial<DelayedAction> = {}): DelayedAction => ({
    task: 'worker',
    index: 1,
    event: 'PodFailed',
    action: 'AbortJob',
    rule: 'policies.0',
    dueAt: T0,
    ...more,
  });

  it('are applied when they are due, the earliest first', () => {
    const actions = [
      action({ dueAt: T0 + 2 }),
      action({ index: 2, dueAt: T0 + 1 }),
      action({ index: 3, dueAt: T0 + 9 }),
    ];
    expect(dueActions(actions, T0 + 2).map(({ index }) => index)).toEqual([2, 1]);
    expect(nextDueAt(actions)).toBe(T0 + 1);
    expect(nextDueAt([])).toBe(Infinity);
  });

  it('1.5: a second one for the same cause and rule is dropped', () => {
    const once = withAction([], action());
    expect(withAction(once, action({ dueAt: T0 + 5 }))).toBe(once);
    expect(withAction(once, action({ dueAt: T0 - 5 }))).toEqual([action({ dueAt: T0 - 5 })]);
    expect(withAction(once, action({ rule: 'policies.1' }))).toHaveLength(2);
  });

  it('#5507: are dropped when their own index runs again, and no others are', () => {
    const actions = [action(), action({ index: 2 }), action({ task: 'ps' }), action({ event: 'TaskFailed' })];
    const left = withoutCause(actions, { type: 'indexMended', task: 'worker', index: 1 });
    expect(left).toEqual(actions.slice(1));
    expect(withoutCause(left, { type: 'indexMended', task: 'worker', index: 7 })).toBe(left);
  });

  it('are dropped when the gang is complete, or the task has work again', () => {
    const unknown = action({ task: null, index: null, event: 'Unknown' });
    const completed = action({ index: null, event: 'TaskCompleted' });
    const restarts = action({ event: 'TaskFailed' });
    const all = [unknown, completed, restarts];
    expect(withoutCause(all, { type: 'gangWhole' })).toEqual([completed, restarts]);
    expect(withoutCause(all, { type: 'taskReopened', task: 'worker' })).toEqual([unknown, restarts]);
    expect(withoutCause(all, { type: 'restartsGone', task: 'worker' })).toEqual([unknown, completed]);
  });

  it('1.5: are dropped once an action in the same scope was applied', () => {
    const all = [action(), action({ index: 2 }), action({ task: 'ps' })];
    expect(withoutCause(all, { type: 'acted', task: 'worker', index: 1 })).toEqual(all.slice(1));
    expect(withoutCause(all, { type: 'acted', task: 'worker', index: null })).toEqual(all.slice(2));
    expect(withoutCause(all, { type: 'acted', task: null, index: null })).toEqual([]);
  });

  it('are bounded', () => {
    const many = Array.from({ length: MAX_DELAYED_ACTIONS }, (_, index) => action({ index }));
    expect(isFull(many)).toBe(true);
    expect(isFull(many.slice(1))).toBe(false);
  });
});
