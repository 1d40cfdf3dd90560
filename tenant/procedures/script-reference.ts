import { OperationFailure } from '../requests/envelope.ts';

/** A script reference with the arguments after the file name. */
export interface ScriptReference {
  /** For example `/lib/server/get_accounts.js`, as written. */
  readonly path: string;
  readonly inlineArguments: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Parses `@/lib/name.js`, `/lib/jobs/name.js` and `@/lib/name.js(id:'x', local:true, top:10)` (platform
 * specification, "Script forms"; compatibility, "stored procedures seen"). Throws `InvalidScript`.
 */
export function readScriptReference(script: string): ScriptReference {
  const match = /^@?(\/lib\/[\w./-]+\.js)\s*(?:\(([\s\S]*)\))?$/i.exec(script.trim());
  if (match?.[1] === undefined || match[1].includes('..')) {
    throw new OperationFailure(
      'InvalidScript',
      `${script.slice(0, 200)} is not a script reference such as @/lib/name.js.`,
    );
  }
  return { path: match[1], inlineArguments: readArguments(match[2] ?? '') };
}

const ARGUMENT =
  /\s*([A-Za-z_]\w*)\s*:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(true|false|null)|(-?\d+(?:\.\d+)?))\s*(,|$)/iy;

function readArguments(text: string): Record<string, string | number | boolean | null> {
  const found: Record<string, string | number | boolean | null> = {};
  if (text.trim() === '') return found;
  ARGUMENT.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const match = ARGUMENT.exec(text);
    const name = match?.[1];
    if (match === null || name === undefined)
      throw new OperationFailure(
        'InvalidScript',
        `The arguments (${text.slice(0, 200)}) are invalid. Write name:'value'.`,
      );
    const [, , single, double, keyword, number] = match;
    found[name] =
      keyword === undefined
        ? number === undefined
          ? unescape(single ?? double ?? '')
          : Number(number)
        : literal(keyword);
    end = ARGUMENT.lastIndex;
  }
  return found;
}

function literal(keyword: string): boolean | null {
  return keyword.toLowerCase() === 'null' ? null : keyword.toLowerCase() === 'true';
}

function unescape(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}
