import { withLineFeeds } from '../../../languages/text/line-ends.ts';
import { mergeTexts } from '../../changes/kind/three-way-merge.ts';

/** The texts of one script, all with line feeds. */
export interface FileSides {
  /** The text of both file and tenant when they were last the same. */
  readonly base: string;
  /** Undefined if the file no longer exists. */
  readonly file: string | undefined;
  /** The last known text on the tenant. */
  readonly live: string;
  /** The text of the draft in Tenant Desk; undefined if there is none. */
  readonly draft: string | undefined;
  /** The text of the file that last became the draft; undefined if none has since they were the same. */
  readonly taken: string | undefined;
  /** Tenant Desk has applied something to the script since that text became the draft. */
  readonly isAppliedSince: boolean;
}

/** What to do, and what to ask the person. A draft or an edited file is never overwritten. */
export type FileDecision =
  /** `base` is the text that both have now. */
  | { readonly do: 'nothing'; readonly base: string }
  /** The tenant's script is written to the file. */
  | { readonly do: 'write' }
  /** The edited file becomes the draft; `draft` also has the edits to other lines in Tenant Desk. */
  | { readonly do: 'draft'; readonly draft: string }
  /** It already is the draft, and waits for a review. */
  | { readonly do: 'wait' }
  | { readonly do: 'ask'; readonly about: 'conflict' | 'differs' | 'deleted' };

export function decideFile(sides: FileSides): FileDecision {
  const { base, file, live, draft, taken } = sides;
  if (file === undefined) return { do: 'ask', about: 'deleted' };
  if (file === live) return { do: 'nothing', base: live };
  if (file === base) return { do: 'write' };
  // The file was edited, and differs from the tenant.
  if (taken === file) return afterTaken(sides);
  if (draft === undefined || draft === file || draft === taken) return { do: 'draft', draft: file };
  const { merged, isClean } = mergeTexts(taken ?? base, file, draft);
  return isClean ? { do: 'draft', draft: withLineFeeds(merged) } : { do: 'ask', about: 'conflict' };
}

/** The file still has the text that became the draft. */
function afterTaken({ draft, isAppliedSince }: FileSides): FileDecision {
  if (draft !== undefined) return { do: 'wait' };
  // Reviewed and applied, including changes by others: everything in the file was reviewed.
  if (isAppliedSince) return { do: 'write' };
  return { do: 'ask', about: 'differs' };
}
