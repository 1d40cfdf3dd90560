import type { WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import { formatNumber, plural } from '../../../../languages/text/intl.ts';

/** Finished rules, before the first unfinished one. */
interface EarlierRules {
  readonly count: number;
  /** `5 earlier rules: 4 verified, 1 skipped` */
  readonly text: string;
}

/** Number of finished rules that stay visible above the current one. */
const maxVisible = 5;

/**
 * While a migration runs: the finished rules at the start of the list. A failed rule, or one with an unknown result,
 * ends them and stays visible. Undefined if too few to collapse.
 */
export function earlierRules(
  rules: readonly WorkbookRule[],
  runOf: (rule: WorkbookRule) => WorkbookRule['run'],
): EarlierRules | undefined {
  let [verified, skipped] = [0, 0];
  const left: boolean[] = [];
  for (const rule of rules) {
    const state = runOf(rule)?.state;
    const isVerified = state === 'verified' || state === 'accepted' || state === 'unchanged';
    if (!isVerified && (rule.decision !== 'skip' || state === 'applying' || state === 'pending')) break;
    left.push(isVerified);
    const oldest = left.length > maxVisible ? left.shift() : undefined;
    if (oldest === true) verified += 1;
    else if (oldest === false) skipped += 1;
  }
  const count = verified + skipped;
  if (count === 0) return undefined;
  const earlier = `${formatNumber(count)} earlier ${plural(count, { one: 'rule', other: 'rules' })}`;
  if (skipped === 0) return { count, text: `${earlier}: verified` };
  if (verified === 0) return { count, text: `${earlier}: skipped` };
  const [good, rest] = [formatNumber(verified), formatNumber(skipped)];
  return { count, text: `${earlier}: ${good} verified, ${rest} skipped` };
}
