/** What to look for in scripts, and by what to replace it. */
export interface Replacement {
  readonly find: string;
  readonly by: string;
  /** `find` is a regular expression, and `$1` in `by` is what its first group found. */
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
  /** Places that were replaced. */
  readonly places: number;
}

export type ReplaceAnswer =
  | { readonly result: 'replaced'; readonly scripts: readonly ReplacedScript[] }
  /** The expression is none. */
  | { readonly result: 'invalid'; readonly reason: string };

/**
 * Replaces in each script, and answers those in which something was found. A regular expression may take for ever: who
 * calls this ends it after a while, and so runs it in a worker.
 */
export function replaceInScripts(
  scripts: readonly NamedScript[],
  { find, by, isPattern, isCaseSensitive }: Replacement,
): ReplaceAnswer {
  if (find === '') return { result: 'replaced', scripts: [] };
  let pattern: RegExp;
  try {
    pattern = new RegExp(isPattern ? find : escaped(find), isCaseSensitive ? 'gm' : 'gim');
  } catch (error) {
    return { result: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
  const found = scripts.flatMap(({ id, script }): ReplacedScript[] => {
    const places = script.match(pattern)?.length ?? 0;
    // As it is written: a `$` in what replaces a literal text means nothing but itself.
    const after = isPattern ? script.replace(pattern, by) : script.replace(pattern, () => by);
    return places === 0 ? [] : [{ id, after, places }];
  });
  return { result: 'replaced', scripts: found };
}

/** A pattern that finds a text as it is written. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
