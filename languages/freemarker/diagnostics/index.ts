export type { Diagnostic, DiagnosticCode, QuickFix, Severity, TextEdit } from './diagnostic.ts';
export { diagnose, diagnoseNames, type DiagnoseOptions } from './diagnose.ts';
export { findJsonProblem, type JsonProblem } from './json-validator.ts';
