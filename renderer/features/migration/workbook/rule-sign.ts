import type { WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import type { IconName } from '../../../ui/index.ts';

interface RuleSign {
  readonly icon: IconName;
  readonly tone: 'good' | 'bad' | 'warn' | 'accent' | 'faint';
  /** Text alternative of the icon. */
  readonly label: string;
}

type ItemState = NonNullable<WorkbookRule['run']>['state'];

const ofRun: Readonly<Record<ItemState, RuleSign>> = {
  pending: { icon: 'clock', tone: 'faint', label: 'pending' },
  applying: { icon: 'refresh-cw', tone: 'accent', label: 'applying' },
  verified: { icon: 'circle-check', tone: 'good', label: 'verified' },
  accepted: { icon: 'circle-help', tone: 'warn', label: 'accepted, not verified' },
  unchanged: { icon: 'circle-check', tone: 'good', label: 'no change needed' },
  refused: { icon: 'circle-x', tone: 'bad', label: 'rejected' },
  outdated: { icon: 'circle-x', tone: 'bad', label: 'not sent: the target changed' },
  unknown: { icon: 'circle-alert', tone: 'warn', label: 'result unknown' },
  incomplete: { icon: 'circle-alert', tone: 'warn', label: 'incomplete' },
  different: { icon: 'circle-alert', tone: 'warn', label: 'changed by someone else' },
  'taken-back': { icon: 'undo-2', tone: 'faint', label: 'rolled back' },
  'left-out': { icon: 'minus', tone: 'faint', label: 'skipped' },
};

/** The icon of a rule: its result in the run, else what blocks it. */
export function ruleSign({ decision, isWaiting }: WorkbookRule, run: WorkbookRule['run']): RuleSign {
  if (run !== null) return ofRun[run.state];
  if (decision === 'conflict') return { icon: 'git-compare', tone: 'bad', label: 'unresolved conflict' };
  if (decision === 'skip') return { icon: 'minus', tone: 'faint', label: 'skipped' };
  if (isWaiting) return { icon: 'key-round', tone: 'bad', label: 'needs a secret' };
  return { icon: 'clock', tone: 'faint', label: 'ready' };
}
