import type { WorkbookDecision } from '../../../contract/webhooks/workbooks.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { isSameName } from '../../changes/kind/retarget.ts';
import type { LiveWebhook } from '../kind/live-webhooks.ts';
import { differenceOf, isExactly, problemsOfWebhook } from '../kind/webhook-parts.ts';
import { counted } from '../../../languages/text/intl.ts';

export interface Decided {
  readonly decision: WorkbookDecision | 'conflict';
  readonly isChosen: boolean;
  readonly options: readonly WorkbookDecision[];
  readonly reason: string;
  /** The webhook that it is compared with, and that a replacement replaces. */
  readonly match: LiveWebhook | undefined;
}

export interface Deciding {
  /** Mapped to the target. */
  readonly wanted: WebhookState;
  /** When it was last changed in the source; null when unknown. */
  readonly updatedAt: number | null;
  /** Webhooks of the target with its name. */
  readonly sameName: readonly LiveWebhook[];
  /** Rules of the source with its name, including itself. */
  readonly twins: number;
  /** True when its URL is still missing, which isn't a problem of the rule. */
  readonly isAddressMissing: boolean;
  /** The user's decision. */
  readonly chosen: WorkbookDecision | undefined;
  readonly targetName: string;
}

/**
 * What happens to a rule on the target. Safe decisions are suggested; the user decides
 * when names aren't unique, and when the target changed after the source.
 */
export function decide(deciding: Deciding): Decided {
  const proposed = propose(deciding);
  const { chosen } = deciding;
  if (chosen === undefined || !proposed.options.includes(chosen)) return proposed;
  return { ...proposed, decision: chosen, isChosen: true };
}

function propose(deciding: Deciding): Decided {
  const { wanted, updatedAt, sameName, twins, isAddressMissing, targetName } = deciding;
  const match = onlyMatch(wanted, sameName);
  const found = { match, isChosen: false } as const;
  const problems = problemsOfWebhook(wanted).filter(({ part }) => part !== 'url' || !isAddressMissing);
  const [problem] = problems;
  if (problem !== undefined)
    return { ...found, decision: 'skip', options: ['skip'], reason: problem.message };
  if (twins === 1 && sameName.some(({ state }) => isExactly(wanted, state))) {
    return { ...found, decision: 'skip', options: ['skip', 'create'], reason: 'identical on both' };
  }
  if (twins > 1) {
    const reason = `${counted(twins, 'rule')} with this name in the source`;
    return { ...found, decision: 'conflict', options: ['create', 'skip'], reason };
  }
  if (sameName.length > 0 && match === undefined) {
    const reason = `${counted(sameName.length, 'rule')} with this name on ${targetName}`;
    return { ...found, decision: 'conflict', options: ['create', 'skip'], reason };
  }
  if (match === undefined) {
    return { ...found, decision: 'create', options: ['create', 'skip'], reason: `not on ${targetName}` };
  }
  const options = ['create', 'replace', 'skip'] as const;
  const { updatedAt: changedAt, updatedBy } = match.seen;
  if (updatedAt !== null && changedAt !== null && changedAt > updatedAt) {
    const by = updatedBy === '' ? '' : ` by ${updatedBy}`;
    const reason = `${targetName} changed later${by}: ${differenceOf(wanted, match.state)}`;
    return { ...found, decision: 'conflict', options, reason };
  }
  return { ...found, decision: 'replace', options, reason: differenceOf(wanted, match.state) };
}

/** Of several with the name, the one with the same event type, if only one has it. */
function onlyMatch({ eventType }: WebhookState, sameName: readonly LiveWebhook[]): LiveWebhook | undefined {
  if (sameName.length <= 1) return sameName[0];
  const equal = sameName.filter(({ state }) => isSameName(state.eventType, eventType));
  return equal.length === 1 ? equal[0] : undefined;
}
