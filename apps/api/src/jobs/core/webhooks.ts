/**
 * Addresses of notices as callers see them who may not see secrets: a reader who knows a whole address can often write to it, so only its
 * host is shown. An address that is sent back as it was shown means the stored address.
 */
import { hiddenForm } from '#common/domain/secret-fields.js';
import { channelIn } from '#common/notices/channel-address.js';
import type { NotifyRule } from '#common/spec/notify.js';
import { UNREADABLE_ORIGIN } from '#common/domain/sealed-text.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { sameJson } from '../../http/core/same-json.js';

export const hiddenAddress = (webhook: string): string => hiddenForm(webhook, 'address');

/** Channels that the rules name, with the fields that name them. */
export const channelsIn = (rules: readonly NotifyRule[] = []): { readonly path: string; readonly channel: string }[] =>
  rules.flatMap(({ webhook }, position) => {
    const channel = channelIn(webhook);
    return channel === null ? [] : [{ path: `notify.${position}.webhook`, channel }];
  });

export const withHiddenWebhooks = (rules: readonly NotifyRule[]): NotifyRule[] =>
  rules.map((rule) => ({ ...rule, webhook: hiddenAddress(rule.webhook) }));

/** True if a rule shows an address that is kept as a secret. */
export const showsWebhooks = (rules: readonly NotifyRule[]): boolean =>
  rules.some(({ webhook }) => webhook !== hiddenAddress(webhook));

/** The same rules for callers who may see secrets: an address that cannot be decrypted is shown hidden. */
export const withUnreadableHidden = (rules: readonly NotifyRule[]): NotifyRule[] =>
  rules.map((rule) =>
    rule.webhook.startsWith(`${UNREADABLE_ORIGIN}/`) ? { ...rule, webhook: hiddenAddress(rule.webhook) } : rule,
  );

export type Revealed =
  { readonly ok: true; readonly rules: NotifyRule[] } | { readonly ok: false; readonly problems: FieldProblem[] };

/**
 * The rules with the present addresses in place of hidden ones. A hidden address that could stand for several addresses, or for none, is a
 * mistake.
 */
export function revealWebhooks(written: readonly NotifyRule[], present: readonly NotifyRule[]): Revealed {
  const problems: FieldProblem[] = [];
  const rules = written.map((rule, position) => {
    if (rule.webhook !== hiddenAddress(rule.webhook) || channelIn(rule.webhook) !== null) return rule;
    const [kept, ...others] = meant(rule, position, present);
    if (kept !== undefined && others.length === 0) return { ...rule, webhook: kept };
    const message =
      kept === undefined
        ? 'is masked, but matches no stored address of this job'
        : 'is masked and matches several stored addresses: give the address itself';
    problems.push({ path: `notify.${position}.webhook`, message });
    return rule;
  });
  return problems.length > 0 ? { ok: false, problems } : { ok: true, rules };
}

/**
 * The addresses that a hidden one could stand for: that at the same place of the same rule, else those of the same rule, else those of any
 * rule.
 */
function meant(rule: NotifyRule, position: number, present: readonly NotifyRule[]): string[] {
  const there = present.filter(({ webhook }) => hiddenAddress(webhook) === rule.webhook);
  const same = there.filter((each) => sameJson({ ...each, webhook: rule.webhook }, rule));
  const own = same.filter((each) => each === present[position]);
  const rules = [own, same, there].find((rules) => rules.length > 0) ?? [];
  return [...new Set(rules.map(({ webhook }) => webhook))];
}
