import { jsonLanguage } from '@codemirror/lang-json';

/** A range of a text. UTF-16 units from 0, end exclusive. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A value of a JSON text, with its place in the text. */
export interface PlacedValue extends Place {
  readonly value: string | number | boolean | null | readonly PlacedValue[] | PlacedMembers;
}

type PlacedMembers = ReadonlyMap<string, PlacedValue>;
type Node = ReturnType<typeof jsonLanguage.parser.parse>['topNode'];

/** Deeper values are in no message, and would take too much stack. */
const maxDepth = 100;

/** Reads a text that is known to be valid JSON; undefined for one that isn't, or is nested too deeply to be a message. */
export function readPlacedJson(text: string): PlacedValue | undefined {
  const root = jsonLanguage.parser.parse(text).topNode.firstChild;
  if (root === null) return undefined;
  try {
    return placed(root, text, 0);
  } catch {
    return undefined;
  }
}

function placed(node: Node, text: string, depth: number): PlacedValue {
  if (depth > maxDepth) throw new Error('Nested too deeply.');
  const { from, to } = node;
  if (node.name === 'Array') {
    return { from, to, value: childrenOf(node).map((child) => placed(child, text, depth + 1)) };
  }
  if (node.name === 'Object') {
    const members = childrenOf(node).flatMap((property) => {
      const [name, value] = childrenOf(property);
      if (name === undefined || value === undefined) throw new Error('Not a member.');
      return [[scalar(text, name) as string, placed(value, text, depth + 1)] as const];
    });
    return { from, to, value: new Map(members) };
  }
  return { from, to, value: scalar(text, node) };
}

function scalar(text: string, { from, to }: Place): string | number | boolean | null {
  return JSON.parse(text.slice(from, to)) as string | number | boolean | null;
}

/** Without the punctuation. */
function childrenOf(node: Node): Node[] {
  const found: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) found.push(child);
  return found;
}

function membersOf(of: PlacedValue | undefined): PlacedMembers | undefined {
  const value = of?.value;
  return typeof value === 'object' && value !== null && 'get' in value ? value : undefined;
}

/** The names of an object's members; none for other values. */
export function memberNames(of: PlacedValue): readonly string[] {
  return [...(membersOf(of)?.keys() ?? [])];
}

/** A member of an object, whatever the value is. */
export function member(of: PlacedValue | undefined, name: string): PlacedValue | undefined {
  return membersOf(of)?.get(name);
}

/** The elements of an array; none for other values. */
export function elements(of: PlacedValue | undefined): readonly PlacedValue[] {
  const value = of?.value;
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !('get' in value)
    ? value
    : [];
}

/** A text, or a number as text; undefined for other values and empty texts. */
export function textOf(of: PlacedValue | undefined): string | undefined {
  const value = of?.value;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
