export type { Diagnostic, DiagnosticCode, QuickFix, Severity, TextEdit } from './diagnostic.ts';
export { diagnose, type DiagnoseOptions } from './diagnose.ts';
export { findJsonProblem, type JsonProblem } from './json-validator.ts';
