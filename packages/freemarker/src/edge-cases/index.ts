/** Edge cases: values that are hard to print, in every column that a template reads, where and why they break it, and suggested fixes. */
export { columnsInUse } from './columns-in-use.ts';
export type { ColumnInUse } from './columns-in-use.ts';
export { applyEdits, findSuggestedFixes, applyAllFixes } from './find-fixes.ts';
export type { SuggestedFix, FixOptions } from './find-fixes.ts';
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
export { edgeCases } from './edge-cases.ts';
export type { EdgeCase } from './edge-cases.ts';
