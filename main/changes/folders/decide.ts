import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { mergeTexts } from '../../changes/kind/three-way-merge.ts';

/** The texts of one script, all with line feeds. */
export interface FileSides {
  /** What file and tenant had when they were last the same. */
  readonly base: string;
  /** Undefined where there is no such file any more. */
  readonly file: string | undefined;
  /** What the tenant is known to have. */
  readonly live: string;
  /** What is typed in the desk; undefined where there is no draft. */
  readonly draft: string | undefined;
  /** The text of the file that was made the draft last; undefined where none was since they were the same. */
  readonly taken: string | undefined;
  /** This desk has applied something to the script since that text was taken. */
  readonly isAppliedSince: boolean;
}

/** What is to be done, and what the person has to be told. Nothing that is typed or edited is ever written over. */
export type FileDecision =
  /** `base` is what both have now. */
  | { readonly do: 'nothing'; readonly base: string }
  /** The tenant's script goes into the file. */
  | { readonly do: 'write' }
  /** The edited file becomes the draft; `draft` has, beside it, what was typed in the desk in other lines. */
  | { readonly do: 'draft'; readonly draft: string }
  /** It is the draft already, and waits for a review. */
  | { readonly do: 'wait' }
  | { readonly do: 'ask'; readonly about: 'conflict' | 'differs' | 'deleted' };

export function decideFile(sides: FileSides): FileDecision {
  const { base, file, live, draft, taken } = sides;
  if (file === undefined) return { do: 'ask', about: 'deleted' };
  if (file === live) return { do: 'nothing', base: live };
  if (file === base) return { do: 'write' };
  // Edited outside, and not what the tenant has.
  if (taken === file) return afterTaken(sides);
  if (draft === undefined || draft === file || draft === taken) return { do: 'draft', draft: file };
  const { merged, isClean } = mergeTexts(taken ?? base, file, draft);
  return isClean ? { do: 'draft', draft: withLineFeeds(merged) } : { do: 'ask', about: 'conflict' };
}

/** The file is as it was taken. */
function afterTaken({ draft, isAppliedSince }: FileSides): FileDecision {
  if (draft !== undefined) return { do: 'wait' };
  // Reviewed and applied, with what others had changed meanwhile: the file has nothing that was not looked at.
  if (isAppliedSince) return { do: 'write' };
  return { do: 'ask', about: 'differs' };
}
