export { findRenamable, rename } from './rename.ts';
export type { RenameRejection, Renamable, Renaming } from './rename.ts';
