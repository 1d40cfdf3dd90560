import { parseScript } from '../../../languages/assertion/parse-script.ts';
import { placeAt } from '../../../languages/assertion/script-tokens.ts';

export type FormattedScript =
  | { readonly ok: true; readonly script: string; readonly cursor: number }
  /** It doesn't parse; `offset` is the position. Nothing is formatted. */
  | { readonly ok: false; readonly message: string; readonly offset: number };

/** The style of this repository, except for a line length that fits the script tab. */
const style = { parser: 'acorn', singleQuote: true, printWidth: 100, endOfLine: 'lf' } as const;

/**
 * Formats a whole script, with the cursor at the same token. The formatter is loaded at the first use. The placeholder for
 * the template's own script is not JavaScript and stays unchanged.
 */
export async function formatScript(script: string, cursor: number): Promise<FormattedScript> {
  const parsed = parseScript(script);
  if (!parsed.ok) {
    const { from, message } = parsed.problem;
    const { line, column } = placeAt(script, from);
    return {
      ok: false,
      message: `Line ${line}, column ${column}: ${message} The script wasn’t formatted.`,
      offset: from,
    };
  }
  if (parsed.program.body.length === 0 && parsed.program.end === 0) return { ok: true, script, cursor };
  const [{ formatWithCursor }, acorn, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/acorn'),
    import('prettier/plugins/estree'),
  ]);
  const { formatted, cursorOffset } = await formatWithCursor(script, {
    ...style,
    plugins: [acorn, estree],
    cursorOffset: Math.min(cursor, script.length),
  });
  return { ok: true, script: formatted, cursor: cursorOffset < 0 ? cursor : cursorOffset };
}
