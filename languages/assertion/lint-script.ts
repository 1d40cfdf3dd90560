import type { ScriptDiagnostic } from './script-diagnostic.ts';
import { SCRIPT_FUNCTIONS, type ScriptFunction, type ScriptTarget } from './script-functions.ts';
import { SCRIPT_OBJECTS, type ScriptObject } from './script-objects.ts';
import { nearestName } from './nearest-name.ts';
import { scriptTokens, type ScriptToken } from './script-tokens.ts';

const FUNCTIONS: ReadonlyMap<string, ScriptFunction> = new Map(
  SCRIPT_FUNCTIONS.map((one) => [one.name, one]),
);
const OBJECTS: ReadonlyMap<string, ScriptObject> = new Map(SCRIPT_OBJECTS.map((one) => [one.name, one]));

/**
 * Finds mistakes that an application script can have without being run: unknown functions and members, wrong
 * numbers of arguments, functions of the other kind of application, asynchronous code. It reads tokens and
 * not a syntax tree, so it reports only what is certain. Syntax is checked by `checkScriptSyntax`.
 */
export function lintScript(script: string, target?: Exclude<ScriptTarget, 'any'>): ScriptDiagnostic[] {
  const tokens = scriptTokens(script);
  const declared = declaredNames(tokens);
  const found: ScriptDiagnostic[] = [];
  tokens.forEach((token, index) => {
    if (token.kind !== 'name' || tokens[index - 1]?.text === '.' || declared.has(token.text)) return;
    const isCall = tokens[index + 1]?.text === '(';
    const known = FUNCTIONS.get(token.text);
    if (known !== undefined && isCall) found.push(...checkCall(known, tokens, index, target));
    else if (isCall && /^(set|add|trace)/i.test(token.text)) found.push(unknownFunction(token));
    const object = OBJECTS.get(token.text);
    if (object !== undefined && tokens[index + 1]?.text === '.')
      found.push(...checkMember(object, tokens, index + 2));
    if (token.text === 'async' && (tokens[index + 1]?.kind === 'name' || isCall)) {
      found.push(at(token, 'error', 'Asynchronous functions cannot be used in application scripts.'));
    }
    if (token.text === 'Promise')
      found.push(at(token, 'error', 'Promises cannot be used in application scripts.'));
  });
  return found;
}

function checkCall(
  known: ScriptFunction,
  tokens: readonly ScriptToken[],
  index: number,
  target: ScriptTarget | undefined,
): ScriptDiagnostic[] {
  const token = tokens[index];
  if (token === undefined) return [];
  const found: ScriptDiagnostic[] = [];
  if (target !== undefined && known.target !== 'any' && known.target !== target) {
    const where = known.target === 'saml' ? 'SAML' : 'OpenID Connect';
    found.push(at(token, 'warning', `${known.name} takes effect in ${where} applications only.`));
  }
  const given = argumentCount(tokens, index + 1);
  if (given !== undefined && given !== known.parameters.length) {
    const signature = `${known.name}(${known.parameters.map((one) => one.name).join(', ')})`;
    found.push(at(token, 'error', `${signature} takes ${known.parameters.length} arguments, not ${given}.`));
  }
  return found;
}

function checkMember(
  object: ScriptObject,
  tokens: readonly ScriptToken[],
  index: number,
): ScriptDiagnostic[] {
  const token = tokens[index];
  const isText = object.members.length === 0;
  if (token === undefined || token.kind !== 'name' || isText) return [];
  if (object.members.some((member) => member.name === token.text)) return [];
  // A user map script may keep what it likes on LoginUser.
  if (tokens[index + 1]?.text === '=' && tokens[index + 2]?.text !== '=') return [];
  const nearest = nearestName(
    token.text,
    object.members.map((member) => member.name),
  );
  const message = `${object.name} has no ${token.text}.`;
  return [at(token, 'warning', nearest === undefined ? message : `${message} Is ${nearest} meant?`, nearest)];
}

function unknownFunction(token: ScriptToken): ScriptDiagnostic {
  const nearest = nearestName(token.text, [...FUNCTIONS.keys()]);
  const message = `There is no function ${token.text}.`;
  return at(token, 'error', nearest === undefined ? message : `${message} Is ${nearest} meant?`, nearest);
}

/** Arguments of a call whose bracket is at `open`; undefined when the call does not end or spreads a list. */
function argumentCount(tokens: readonly ScriptToken[], open: number): number | undefined {
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    const { text } = token;
    if (token.kind === 'sign' && /[([{]/.test(text)) depth++;
    else if (token.kind === 'sign' && /[)\]}]/.test(text) && --depth === 0) return isEmpty ? 0 : commas + 1;
    else if (depth === 1 && text === ',' && tokens[index + 1]?.text !== ')') commas++;
    else if (depth === 1 && text === '.' && tokens[index + 1]?.text === '.') return undefined;
    if (index > open) isEmpty = false;
  }
  return undefined;
}

/** Names that the script itself brings along: their use is its own business. */
function declaredNames(tokens: readonly ScriptToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (/^(var|let|const|function|class)$/.test(token.text) && next?.kind === 'name') names.add(next.text);
    if (
      token.kind === 'name' &&
      next?.text === '=' &&
      tokens[index + 2]?.text !== '=' &&
      tokens[index - 1]?.text !== '.'
    ) {
      names.add(token.text);
    }
  });
  return names;
}

function at(
  token: ScriptToken,
  severity: ScriptDiagnostic['severity'],
  message: string,
  replacement?: string,
): ScriptDiagnostic {
  const base = { from: token.start, to: token.end, severity, message };
  return replacement === undefined ? base : { ...base, replacement };
}
