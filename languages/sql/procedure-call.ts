export type ProcedureArgument = string | number | boolean;

type WrittenCall =
  | { readonly ok: true; readonly text: string }
  /** `name` is the argument's name; empty for the path. */
  | { readonly ok: false; readonly name: string; readonly message: string };

const pathForm = /^\/lib\/(?:[\w-]+\/)*[\w.-]+\.js$/;
const nameForm = /^[A-Za-z_]\w*$/;
/** In a job, whose arguments are an object, a dot separates nested members. */
const memberForm = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
/** How the tenant reads these inside quotes is undocumented. */
const unwritable = /['"\\]|\p{Cc}/u;

/** Whether a path names a procedure file: `/lib/server/get_accounts.js`. */
export const isProcedurePath = (path: string): boolean => pathForm.test(path) && !path.includes('..');

/** Whether a text is an argument name, or a path inside an object argument: `RequestedOptions.StartTime`. */
export const isArgumentName = (name: string): boolean => memberForm.test(name);

/**
 * Writes a call with its arguments: `@/lib/x.js(id:'1', all:true)`. Values that could break out of their
 * quotes, or that the tenant may read in an unknown way, are rejected. Source: platform specification,
 * "Script forms".
 */
export function writeProcedureCall(
  path: string,
  values: readonly (readonly [name: string, value: ProcedureArgument])[],
): WrittenCall {
  if (!isProcedurePath(path)) {
    const message = 'A procedure is a file such as /lib/get_roles.js.';
    return { ok: false, name: '', message };
  }
  const written: string[] = [];
  for (const [name, value] of values) {
    if (!nameForm.test(name)) {
      return { ok: false, name, message: 'Use only letters, digits and “_” in argument names.' };
    }
    if (typeof value === 'string') {
      const [found] = unwritable.exec(value) ?? [];
      if (found !== undefined) {
        const what = /\p{Cc}/u.test(found) ? 'control characters' : found;
        return {
          ok: false,
          name,
          message: `The value contains ${what}, which calls can’t contain.`,
        };
      }
      if (!value.isWellFormed()) {
        return { ok: false, name, message: 'The value has an invalid character (lone surrogate).' };
      }
      written.push(`${name}:'${value}'`);
    } else if (typeof value === 'number' && !/^-?\d+(\.\d+)?$/.test(String(value))) {
      return { ok: false, name, message: 'The value is not a number that calls support.' };
    } else {
      written.push(`${name}:${String(value)}`);
    }
  }
  return { ok: true, text: `@${path}${written.length === 0 ? '' : `(${written.join(', ')})`}` };
}

export type ReadCall =
  | {
      readonly ok: true;
      /** Without an `@`. */
      readonly path: string;
      readonly values: readonly (readonly [name: string, value: ProcedureArgument])[];
    }
  | { readonly ok: false; readonly message: string };

const callForm = /^@?\s*(\/[^\s()]*)\s*(?:\(([\s\S]*)\))?\s*;?$/;
const argumentForm =
  /\s*([A-Za-z_]\w*)\s*:\s*(?:'([^'"\\\p{Cc}]*)'|"([^'"\\\p{Cc}]*)"|(true|false)|(-?\d+(?:\.\d+)?))\s*(?:,|$)/uy;

/**
 * Reads what `writeProcedureCall` writes, and calls pasted from elsewhere: with either kind of quotes, with
 * or without the `@`.
 */
export function readProcedureCall(text: string): ReadCall {
  const [, path = '', list = ''] = callForm.exec(text.trim()) ?? [];
  if (!isProcedurePath(path)) {
    return {
      ok: false,
      message: 'Enter a file such as /lib/reports/get_roles.js, with or without arguments.',
    };
  }
  const values: [string, ProcedureArgument][] = [];
  argumentForm.lastIndex = 0;
  for (let at = 0; at < list.trimEnd().length; at = argumentForm.lastIndex) {
    const [whole, name = '', single, double, keyword, number] = argumentForm.exec(list) ?? [];
    if (whole === undefined) {
      const rest = list.slice(at, at + 40).trim();
      return {
        ok: false,
        message: `“${rest}” is not a valid argument. Write name:'text', name:true or name:10.`,
      };
    }
    if (values.some(([known]) => known === name)) {
      return { ok: false, message: `Duplicate argument ${name}.` };
    }
    if (keyword !== undefined) values.push([name, keyword === 'true']);
    else values.push([name, number === undefined ? (single ?? double ?? '') : Number(number)]);
  }
  return { ok: true, path, values };
}
