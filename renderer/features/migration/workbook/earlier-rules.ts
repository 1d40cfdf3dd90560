import type { WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import { formatNumber, plural } from '../../../../languages/text/intl.ts';

/** Rules that are done, before the first that is not. */
interface EarlierRules {
  readonly count: number;
  /** `5 earlier rules: 4 verified, 1 skipped` */
  readonly words: string;
}

/** Done rules that stay in sight, so that one sees what is going on. */
const leftInSight = 5;

/**
 * While a migration runs: the rules at the beginning of the list that need no look any longer. One that failed, or of which it is
 * not known, ends them: it stays in sight. Undefined where there is nothing worth folding.
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
    const oldest = left.length > leftInSight ? left.shift() : undefined;
    if (oldest === true) verified += 1;
    else if (oldest === false) skipped += 1;
  }
  const count = verified + skipped;
  if (count === 0) return undefined;
  const earlier = `${formatNumber(count)} earlier ${plural(count, { one: 'rule', other: 'rules' })}`;
  if (skipped === 0) return { count, words: `${earlier}: verified` };
  if (verified === 0) return { count, words: `${earlier}: skipped` };
  const [good, rest] = [formatNumber(verified), formatNumber(skipped)];
  return { count, words: `${earlier}: ${good} verified, ${rest} skipped` };
}
