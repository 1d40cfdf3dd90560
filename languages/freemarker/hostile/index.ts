/** What breaks a template: hostile values in every column that it reads, where and why they break it, and what mends that. */
export { applyEdits, findSuggestedFixes, applyAllFixes } from './find-mends.ts';
export type { SuggestedFix, FixOptions } from './find-mends.ts';
export { tryEdgeCases } from './hostile-run.ts';
export type {
  Breakage,
  EdgeCaseRun,
  EdgeCaseSubject,
  TriedCell,
  TriedEdgeCase,
  Untriable,
  Verdict,
} from './hostile-run.ts';
export { probes } from './probes.ts';
export type { Probe } from './probes.ts';
