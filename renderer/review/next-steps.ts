import type { Plan } from '../../contract/changes/changes.ts';
import { countIn } from './item-labels.ts';

export type NextStepName = 'look' | 'resume' | 'take-back' | 'leave' | 'retry';

export interface NextStep {
  readonly name: NextStepName;
  readonly label: string;
  readonly isPrimary: boolean;
}

/**
 * The next steps for a plan that was started and did not end well, the harmless one first: checking the status only
 * reads. Empty while it is in progress and if everything is resolved.
 */
export function nextSteps(plan: Plan): readonly NextStep[] {
  if (plan.isRunning || plan.state === 'planned') return [];
  if (plan.state === 'finished') {
    const rejected = countIn(plan, ['refused', 'outdated']);
    if (rejected === 0) return [];
    const label = countIn(plan, ['outdated']) === 0 ? 'Retry rejected changes' : 'Retry failed changes';
    return [{ name: 'retry', label, isPrimary: true }];
  }
  const unclear = countIn(plan, ['unknown', 'applying', 'incomplete', 'different']);
  const toFinish = countIn(plan, ['unknown', 'applying', 'incomplete']);
  const toSend = countIn(plan, ['pending']);
  const perhapsInEffect = unclear + countIn(plan, ['verified', 'accepted']);
  const steps: NextStep[] = [];
  if (unclear > 0) steps.push({ name: 'look', label: 'Check status', isPrimary: true });
  if (toSend + toFinish > 0) {
    steps.push({ name: 'resume', label: toSend > 0 ? 'Continue' : 'Resume', isPrimary: unclear === 0 });
  }
  if (perhapsInEffect > 0 && plan.origin.type !== 'take-back')
    steps.push({ name: 'take-back', label: 'Roll back', isPrimary: false });
  steps.push({ name: 'leave', label: 'Dismiss', isPrimary: false });
  return steps;
}
