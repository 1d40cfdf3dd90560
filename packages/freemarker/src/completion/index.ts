export { complete } from './complete.ts';
export type { Completion, CompletionItem } from './completion-item.ts';
export type { VariableColumn, VariableModel } from '../variables/variable-model.ts';
export { explain } from './explain.ts';
export type { Explanation } from './explain.ts';
export { findDefinition } from './find-definition.ts';
