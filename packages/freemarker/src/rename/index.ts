export { findRenamable, rename } from './rename.ts';
export type { Refusal, Renamable, Renaming } from './rename.ts';
