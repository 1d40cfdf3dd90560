/** A find-and-replace request. */
export interface Replacement {
  readonly find: string;
  readonly by: string;
  /** `find` is a regular expression, and `$1` in `by` inserts its first group. */
  readonly isPattern: boolean;
  readonly isCaseSensitive: boolean;
}

export interface NamedScript {
  readonly id: string;
  readonly script: string;
}

export interface ReplacedScript {
  readonly id: string;
  readonly after: string;
  /** Number of replaced matches. */
  readonly matches: number;
}

export type FinishedReplacement =
  | { readonly result: 'replaced'; readonly scripts: readonly ReplacedScript[] }
  /** `find` is not a valid regular expression. */
  | { readonly result: 'invalid'; readonly reason: string };

/**
 * Replaces in each script and returns those with matches. A regular expression may never finish, so run this in
 * a worker with a timeout.
 */
export function replaceInScripts(
  scripts: readonly NamedScript[],
  { find, by, isPattern, isCaseSensitive }: Replacement,
): FinishedReplacement {
  if (find === '') return { result: 'replaced', scripts: [] };
  let pattern: RegExp;
  try {
    pattern = new RegExp(isPattern ? find : escaped(find), isCaseSensitive ? 'gm' : 'gim');
  } catch (error) {
    return { result: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
  const found = scripts.flatMap(({ id, script }): ReplacedScript[] => {
    const matches = script.match(pattern)?.length ?? 0;
    // With literal text, `$` in the replacement has no special meaning.
    const after = isPattern ? script.replace(pattern, by) : script.replace(pattern, () => by);
    return matches === 0 ? [] : [{ id, after, matches }];
  });
  return { result: 'replaced', scripts: found };
}

/** A pattern that matches the text literally. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
