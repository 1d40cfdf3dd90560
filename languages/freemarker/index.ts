/** The template language: everything that other parts of the product use. What it does is in the modules named. */
export * from './engine.ts';
export { complete } from './completion/index.ts';
export type { Completion, CompletionItem } from './completion/index.ts';
export { diagnose, diagnoseNames } from './diagnostics/index.ts';
export type {
  Diagnostic,
  DiagnosticCode,
  DiagnoseOptions,
  QuickFix,
  Severity,
  TextEdit,
} from './diagnostics/index.ts';
