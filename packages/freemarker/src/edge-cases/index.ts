/** What breaks a template: values that are hard to print, in every column that it reads, where and why they break it, and what mends that. */
export { columnsInUse } from './columns-in-use.ts';
export type { ColumnInUse } from './columns-in-use.ts';
export { applyEdits, findSuggestedFixes, applyAllFixes } from './find-mends.ts';
export type { SuggestedFix, FixOptions } from './find-mends.ts';
export { tryEdgeCases } from './edge-case-run.ts';
export type {
  Breakage,
  EdgeCaseRun,
  EdgeCaseSubject,
  TriedCell,
  TriedEdgeCase,
  Untriable,
  Verdict,
} from './edge-case-run.ts';
export { probes } from './probes.ts';
export type { Probe } from './probes.ts';
