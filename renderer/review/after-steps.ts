import type { Plan } from '../../contract/changes/changes.ts';
import type { IconName } from '../ui/index.ts';
import { counted, formatNumber, plural } from '../../languages/text/intl.ts';
import { isOfJobs } from './item-labels.ts';

/** Something that happens once a plan is applied: in a list below each other, or as rows of a compact sheet. */
export interface AfterStep {
  readonly icon: IconName;
  readonly step: string;
  readonly note: string;
  /** The same in the words of a row. */
  readonly row: { readonly step: string; readonly note: string };
}

type AppliedPlan = Pick<Plan, 'changing' | 'confirmWithinSeconds' | 'isUndoable' | 'targets'>;

/** What happens after a plan is applied, in order. */
export function afterSteps(plan: AppliedPlan): readonly AfterStep[] {
  return [verifying(plan), ...reverting(plan), undoing(plan)];
}

function verifying({ changing, targets }: AppliedPlan): AfterStep {
  if (targets.length > 0 && targets.every(isOfJobs))
    return {
      icon: 'check',
      step: 'Listed under Jobs',
      note: 'with its progress and result',
      row: { step: 'Progress', note: 'Listed under Jobs with its result' },
    };
  return {
    icon: 'check',
    step: 'Verified automatically',
    note: plural(changing, { one: 'compared with this review', other: `all ${counted(changing, 'item')}` }),
    row: { step: 'Verify', note: 'Compared with this review after applying' },
  };
}

function reverting({ confirmWithinSeconds: seconds }: AppliedPlan): readonly AfterStep[] {
  if (seconds === undefined) return [];
  const time = `${formatNumber(seconds)} s`;
  return [
    {
      icon: 'clock',
      step: `Reverts after ${time}`,
      note: 'unless you keep it',
      row: { step: 'Auto-revert', note: `After ${time} unless you keep it` },
    },
  ];
}

function undoing({ isUndoable }: AppliedPlan): AfterStep {
  return isUndoable
    ? {
        icon: 'undo-2',
        step: 'Undo stays available',
        note: 'in History',
        row: { step: 'Undo', note: 'Available in History' },
      }
    : {
        icon: 'undo-2',
        step: 'Some changes can’t be undone',
        note: 'see each item’s notes',
        row: { step: 'Undo', note: 'Not possible for everything; see the notes' },
      };
}
