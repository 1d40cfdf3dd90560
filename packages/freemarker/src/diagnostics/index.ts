export type { Diagnostic, DiagnosticCode, QuickFix, Severity, TextEdit } from './diagnostic.ts';
export { diagnose, diagnoseAtOnce, diagnoseDocument, diagnoseNames } from './diagnose.ts';
export type { DiagnoseOptions } from './diagnose.ts';
export { findJsonProblem, type JsonProblem } from './json-validator.ts';
export { TemplateDocument } from '../document/template-document.ts';
export type { VariableColumn, VariableModel } from '../variables/variable-model.ts';
