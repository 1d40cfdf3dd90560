/** What breaks a template: hostile values in every column that it reads, where and why they break it, and what mends that. */
export { applyEdits, findMends, mendAll } from './find-mends.ts';
export type { Mend, MendOptions } from './find-mends.ts';
export { tryProbes } from './hostile-run.ts';
export type {
  Breakage,
  HostileRun,
  HostileSubject,
  TriedCell,
  TriedProbe,
  Untriable,
  Verdict,
} from './hostile-run.ts';
export { probes } from './probes.ts';
export type { Probe } from './probes.ts';
