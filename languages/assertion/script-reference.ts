import { scriptTokens } from './script-tokens.ts';
import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import type { ScriptParameter, ScriptTarget } from './script-functions.ts';
import { SCRIPT_OBJECTS, type ScriptObject } from './script-objects.ts';

/** Reference documentation of a name that scripts can use. */
export interface ReferenceEntry {
  /** `setAttribute`, `LoginUser.Get`, `Issuer`. */
  readonly name: string;
  /** With parameters for a function; the type for a value. */
  readonly signature: string;
  readonly doc: string;
  readonly example: string;
  readonly target: ScriptTarget;
}

const kinds: Readonly<Record<ScriptParameter['kind'], string>> = {
  text: 'text',
  textList: 'list',
  boolean: 'boolean',
  claimValue: 'any value',
  anything: 'text',
};

function kindOf({ kind, oneOf }: ScriptParameter): string {
  return oneOf === undefined ? kinds[kind] : oneOf.map((value) => `'${value}'`).join(' | ');
}

/** Everything that scripts can call and read, functions first, each by name. */
export const SCRIPT_REFERENCE: readonly ReferenceEntry[] = [
  ...SCRIPT_FUNCTIONS.map(({ name, parameters, doc, example, target, ...rest }): ReferenceEntry => {
    const named = parameters.map(
      (one: ScriptParameter) => `${one.name}${one.isOptional === true ? '?' : ''}: ${kindOf(one)}`,
    );
    const returnType = 'returns' in rest ? `: ${rest.returns}` : '';
    return { name, signature: `(${named.join(', ')})${returnType}`, doc, example, target };
  }).sort((a, b) => (a.name < b.name ? -1 : 1)),
  ...SCRIPT_OBJECTS.flatMap((object): ReferenceEntry[] =>
    object.members.length === 0
      ? [valueEntry(object)]
      : object.members.map((member) => ({
          name: `${object.name}.${member.name}`,
          signature: member.call ?? '',
          doc: member.doc,
          example: member.example ?? `${object.name}.${member.name}`,
          target: 'any',
        })),
  ),
];

function valueEntry({ name, doc, isOpen }: ScriptObject): ReferenceEntry {
  return isOpen === true
    ? { name, signature: '[name]: text', doc, example: `${name}['wtrealm']`, target: 'any' }
    : { name, signature: ': text', doc, example: name, target: 'any' };
}

const byName = new Map(SCRIPT_REFERENCE.map((entry) => [entry.name, entry]));

export interface NamedPlace {
  readonly entry: ReferenceEntry;
  readonly from: number;
  readonly to: number;
}

/** Every use of a known name, in text order. Also works on a script with a syntax error. */
function knownNames(script: string): NamedPlace[] {
  const tokens = scriptTokens(script);
  return tokens.flatMap((token, index): NamedPlace[] => {
    if (token.kind !== 'name') return [];
    const isMember = tokens[index - 1]?.text === '.';
    const owner = isMember ? tokens[index - 2] : undefined;
    if (isMember && owner?.kind !== 'name') return [];
    const entry = byName.get(owner === undefined ? token.text : `${owner.text}.${token.text}`);
    return entry === undefined ? [] : [{ entry, from: owner?.start ?? token.start, to: token.end }];
  });
}

/**
 * The name that the cursor touches, or else the function whose parentheses enclose it on its line; undefined
 * if neither.
 */
export function referenceAt(script: string, offset: number): NamedPlace | undefined {
  const places = knownNames(script);
  const touched = places.find(({ from, to }) => from <= offset && offset <= to);
  if (touched !== undefined) return touched;
  const lineStart = script.lastIndexOf('\n', offset - 1) + 1;
  return places.findLast(({ from, to }) => lineStart <= from && to <= offset && isOpen(script, to, offset));
}

/**
 * Whether a parenthesis opened at `from` is still open at `offset`. Ignores string contents: it only guides
 * help.
 */
function isOpen(script: string, from: number, offset: number): boolean {
  if (script.charAt(from) !== '(') return false;
  let depth = 0;
  for (const character of script.slice(from, offset)) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return depth > 0;
}

/** How often a script uses each known name; unused names are absent. */
export function referenceUses(script: string): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { entry } of knownNames(script)) uses.set(entry.name, (uses.get(entry.name) ?? 0) + 1);
  return uses;
}
