export { complete } from './complete.ts';
export type { Completion, CompletionItem } from './completion-item.ts';
