import type { Workbook, WorkbookRule } from '../../../../contract/webhooks/workbooks.ts';

export const ruleFilters = ['all', 'create', 'replace', 'skip', 'conflict'] as const;
export type RuleFilter = (typeof ruleFilters)[number];

export const filterLabels: Readonly<Record<RuleFilter, string>> = {
  all: 'All',
  create: 'Create',
  replace: 'Replace',
  skip: 'Skip',
  conflict: 'Conflict',
};

export function filteredRules({ rules }: Workbook, filter: RuleFilter): readonly WorkbookRule[] {
  return filter === 'all' ? rules : rules.filter(({ decision }) => decision === filter);
}

export function countOf({ rules }: Workbook, filter: RuleFilter): number {
  return filter === 'all' ? rules.length : rules.filter(({ decision }) => decision === filter).length;
}
