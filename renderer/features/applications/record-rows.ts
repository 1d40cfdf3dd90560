import type { TreeRow } from '../../ui/index.ts';
import { compareNames } from '../../../contract/values/name-order.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { isExactNumber, isNumber } from '../../../languages/json/exact-number.ts';
import { memberName } from '../../../languages/json/member-names.ts';
import { plainLetters, searchTerms } from '../../../languages/order/fold-text.ts';
import { counted } from '../../../languages/text/intl.ts';

/** A field of a record or of a nested object, or an item of an array. */
export interface RecordRow extends TreeRow {
  /** `OAuthProfile.Redirects[0]`: the path in scripts and tools. It is also the row's ID. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly type: RecordType;
  /** The value on one line. */
  readonly text: string;
}

type RecordType = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';

interface RecordView {
  /** Search terms that must all occur in the path or value. */
  readonly search: string;
  /** Expanded paths. */
  readonly open: ReadonlySet<string>;
}

/** A field and its children, built once per record. */
interface Node {
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  readonly type: RecordType;
  readonly text: string;
  /** Normalized text that is searched, without children. */
  readonly searched: string;
  readonly children: readonly Node[];
}

/** Deeper values can't be expanded and are shown on one line. */
const maxLevels = 40;
const maxTextLength = 400;

/** The fields of a record sorted by name, ready to be expanded and searched. */
export function recordTree(record: Readonly<Record<string, unknown>>): readonly Node[] {
  return membersOf(record, '', 1);
}

function membersOf(value: Readonly<Record<string, unknown>>, parent: string, level: number): Node[] {
  return Object.keys(value)
    .toSorted(compareNames)
    .map((key) => nodeOf(memberName(key), memberPath(parent, memberName(key)), value[key], level));
}

function nodeOf(name: string, path: string, value: unknown, level: number): Node {
  const text = textOf(value);
  return {
    path,
    name,
    value,
    type: typeOf(value),
    text: text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text,
    searched: plainLetters(`${path} ${text}`),
    children: level < maxLevels ? childrenOf(value, path, level + 1) : [],
  };
}

function childrenOf(value: unknown, path: string, level: number): Node[] {
  if (Array.isArray(value))
    return value.map((entry, index) => nodeOf(`[${index}]`, `${path}[${index}]`, entry, level));
  return isObject(value) ? membersOf(value, path, level) : [];
}

/** The visible rows: all top-level fields and expanded ones; in a search, matches and their ancestors. */
export function recordRows(tree: readonly Node[], { search, open }: RecordView): RecordRow[] {
  const terms = searchTerms(search);
  const rows: RecordRow[] = [];
  const isFound = (node: Node): boolean => terms.every((term) => node.searched.includes(term));
  const holdsFound = (node: Node): boolean => isFound(node) || node.children.some(holdsFound);
  function add(node: Node, level: number, isWithinFound: boolean): void {
    if (terms.length > 0 && !isWithinFound && !holdsFound(node)) return;
    const found = isWithinFound || isFound(node);
    const isRevealed = terms.length > 0 && !found;
    const isOpen = node.children.length === 0 ? undefined : isRevealed || open.has(node.path);
    const { path, name, value, type, text } = node;
    rows.push({ id: path, path, name, value, type, text, level, isOpen });
    if (isOpen === true) for (const child of node.children) add(child, level + 1, found);
  }
  for (const node of tree) add(node, 1, false);
  return rows;
}

function memberPath(parent: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === '' ? name : `${parent}.${name}`;
}

function typeOf(value: unknown): RecordType {
  if (value == null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'object' ? 'object' : 'string';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return counted(value.length, 'item');
  if (isObject(value)) {
    const count = Object.keys(value).length;
    return counted(count, 'field');
  }
  return value == null ? 'null' : formatExact(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
