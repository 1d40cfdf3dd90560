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
  /** What it is compared with, and what gives way where it is replaced. */
  readonly namesake: LiveWebhook | undefined;
}

export interface Deciding {
  /** As it would be on the target. */
  readonly wanted: WebhookState;
  /** When it was changed last where it comes from; null where that is not told. */
  readonly updatedAt: number | null;
  /** Of the target that have its name. */
  readonly namesakes: readonly LiveWebhook[];
  /** Rules of the source that have its name, itself included. */
  readonly twins: number;
  /** True where its address is still to be entered: it is no problem of it. */
  readonly isAddressMissing: boolean;
  /** What the person decided. */
  readonly chosen: WorkbookDecision | undefined;
  readonly targetName: string;
}

/**
 * What becomes of a rule on the target. The desk proposes what is safe, and leaves to the person what it cannot know: where
 * names are not unique, and where the target was changed after the source.
 */
export function decide(deciding: Deciding): Decided {
  const proposed = propose(deciding);
  const { chosen } = deciding;
  if (chosen === undefined || !proposed.options.includes(chosen)) return proposed;
  return { ...proposed, decision: chosen, isChosen: true };
}

function propose(deciding: Deciding): Decided {
  const { wanted, updatedAt, namesakes, twins, isAddressMissing, targetName } = deciding;
  const namesake = onlyNamesake(wanted, namesakes);
  const found = { namesake, isChosen: false } as const;
  const problems = problemsOfWebhook(wanted).filter(({ part }) => part !== 'url' || !isAddressMissing);
  const [problem] = problems;
  if (problem !== undefined)
    return { ...found, decision: 'skip', options: ['skip'], reason: problem.message };
  if (twins === 1 && namesakes.some(({ state }) => isExactly(wanted, state))) {
    return { ...found, decision: 'skip', options: ['skip', 'create'], reason: 'same on both' };
  }
  if (twins > 1) {
    const reason = `${counted(twins, 'rule')} of this name in the source`;
    return { ...found, decision: 'conflict', options: ['create', 'skip'], reason };
  }
  if (namesakes.length > 0 && namesake === undefined) {
    const reason = `${counted(namesakes.length, 'rule')} of this name on ${targetName}`;
    return { ...found, decision: 'conflict', options: ['create', 'skip'], reason };
  }
  if (namesake === undefined) {
    return { ...found, decision: 'create', options: ['create', 'skip'], reason: `not on ${targetName}` };
  }
  const options = ['create', 'replace', 'skip'] as const;
  const { updatedAt: changedAt, updatedBy } = namesake.seen;
  if (updatedAt !== null && changedAt !== null && changedAt > updatedAt) {
    const by = updatedBy === '' ? '' : ` by ${updatedBy}`;
    const reason = `${targetName} changed later${by}: ${differenceOf(wanted, namesake.state)}`;
    return { ...found, decision: 'conflict', options, reason };
  }
  return { ...found, decision: 'replace', options, reason: differenceOf(wanted, namesake.state) };
}

/** Where several have the name, the one of the same event type, if only one is. */
function onlyNamesake(
  { eventType }: WebhookState,
  namesakes: readonly LiveWebhook[],
): LiveWebhook | undefined {
  if (namesakes.length <= 1) return namesakes[0];
  const alike = namesakes.filter(({ state }) => isSameName(state.eventType, eventType));
  return alike.length === 1 ? alike[0] : undefined;
}
