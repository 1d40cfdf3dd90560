import type { WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';
import type { IconName } from '../../../ui/index.ts';

interface RuleSign {
  readonly icon: IconName;
  readonly tone: 'good' | 'bad' | 'warn' | 'accent' | 'faint';
  /** What it says to those who do not see it. */
  readonly words: string;
}

type ItemState = NonNullable<WorkbookRule['run']>['state'];

const ofRun: Readonly<Record<ItemState, RuleSign>> = {
  pending: { icon: 'clock', tone: 'faint', words: 'waits' },
  applying: { icon: 'refresh-cw', tone: 'accent', words: 'under way' },
  verified: { icon: 'circle-check', tone: 'good', words: 'verified' },
  accepted: { icon: 'circle-help', tone: 'warn', words: 'accepted, not verified' },
  unchanged: { icon: 'circle-check', tone: 'good', words: 'was there already' },
  refused: { icon: 'circle-x', tone: 'bad', words: 'refused' },
  outdated: { icon: 'circle-x', tone: 'bad', words: 'not sent: the target changed' },
  unknown: { icon: 'circle-alert', tone: 'warn', words: 'not known' },
  incomplete: { icon: 'circle-alert', tone: 'warn', words: 'only in part' },
  different: { icon: 'circle-alert', tone: 'warn', words: 'changed by somebody else' },
  'taken-back': { icon: 'undo-2', tone: 'faint', words: 'taken back' },
  'left-out': { icon: 'minus', tone: 'faint', words: 'left out' },
};

/** The sign in front of a rule: what became of it, else what stands in its way. */
export function ruleSign({ decision, isWaiting }: WorkbookRule, run: WorkbookRule['run']): RuleSign {
  if (run !== null) return ofRun[run.state];
  if (decision === 'conflict') return { icon: 'git-compare', tone: 'bad', words: 'to be decided' };
  if (decision === 'skip') return { icon: 'minus', tone: 'faint', words: 'skipped' };
  if (isWaiting) return { icon: 'key-round', tone: 'bad', words: 'waits for a secret' };
  return { icon: 'clock', tone: 'faint', words: 'ready' };
}
