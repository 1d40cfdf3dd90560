import { parse } from 'svelte/compiler';
import { collectTypeScript } from './collect-typescript.ts';
import { collectStyles } from './collect-styles.ts';
import type { Piece } from './text.ts';
import { proseOf } from './text.ts';
import { isVisible, labelNames, roleOf, shownNames } from './visible-string.ts';

interface MarkupNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is MarkupNode =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const attributesOfText =
  /^(label|title|text|hint|placeholder|description|summary|aria-label|aria-description|empty|name|what|note|alt|message)$/;
const labelElements = new Set([
  'Button',
  'button',
  'th',
  'label',
  'h1',
  'h2',
  'h3',
  'h4',
  'legend',
  'Tag',
  'Chip',
]);

/** Comments, shown text and declared names of a component: script, markup and styles. */
export function collectSvelte(source: string, options: { readonly isTest: boolean }): Piece[] {
  const root = parse(source, { modern: true });
  const pieces: Piece[] = [];
  for (const script of [root.module, root.instance]) {
    if (!script) continue;
    const { start, end } = contentOf(script);
    for (const piece of collectTypeScript(source.slice(start, end), options))
      pieces.push({ ...piece, offset: piece.offset + start });
  }
  if (root.css !== null) {
    const { start, end } = root.css.content;
    for (const piece of collectStyles(source.slice(start, end)))
      pieces.push({ ...piece, offset: piece.offset + start });
  }
  collectMarkup(root.fragment, source, pieces);
  return pieces;
}

function contentOf(script: unknown): { readonly start: number; readonly end: number } {
  const content = isNode(script) ? script['content'] : undefined;
  return isNode(content) ? content : { start: 0, end: 0 };
}

interface Around {
  readonly parent: MarkupNode | undefined;
  /** The attribute that the text is in. */
  readonly attribute?: string | undefined;
  readonly element?: string | undefined;
}

function collectMarkup(fragment: unknown, source: string, pieces: Piece[]): void {
  const visit = (value: unknown, around: Around): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, around);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    let inside = around;
    if (isNode(value)) {
      add(value, around);
      inside = { ...around, parent: value };
      if (value.type === 'Attribute') inside = { ...inside, attribute: String(value['name']) };
      if (typeof value['name'] === 'string' && Array.isArray(value['attributes']))
        inside = { parent: value, element: value['name'] };
    }
    for (const [key, member] of Object.entries(value))
      if (key !== 'loc' && key !== 'metadata' && key !== 'parent' && key !== 'typeAnnotation')
        visit(member, inside);
  };

  const add = (node: MarkupNode, around: Around): void => {
    const text = source.slice(node.start, node.end);
    if (node.type === 'Comment' && text.startsWith('<!--')) {
      if (!/svelte-ignore/.test(text))
        pieces.push({ kind: 'comment', text: proseOf(text), offset: node.start });
    } else if (node.type === 'Text') addText(node, text, around);
    else if (node.type === 'Literal' || node.type === 'TemplateLiteral') addLiteral(node, text, around);
  };

  const addText = (node: MarkupNode, text: string, { attribute, element }: Around): void => {
    if (!/[a-z]{2}/i.test(text)) return;
    if (attribute !== undefined && !attributesOfText.test(attribute)) return;
    const isLabel = attribute === undefined ? labelElements.has(element ?? '') : labelNames.test(attribute);
    const role = isLabel ? 'label' : roleOf(attribute, undefined);
    pieces.push({ kind: 'string', text: proseOf(text), offset: node.start, role });
  };

  const addLiteral = (node: MarkupNode, text: string, { parent, attribute }: Around): void => {
    const isTemplate = node.type === 'TemplateLiteral';
    if (!isTemplate && typeof node['value'] !== 'string') return;
    if (parent === undefined || isLookedUp(node, parent)) return;
    const holder = parent.type === 'Property' && isNode(parent['key']) ? parent['key']['name'] : attribute;
    const name = typeof holder === 'string' ? holder : undefined;
    if (attribute !== undefined && /^(class|style|href|src|on\w*|bind\w*)$/.test(attribute)) return;
    const shown = (isTemplate ? withoutExpressions(node, text) : text).slice(1, -1);
    if (isVisible(shown, name !== undefined && shownNames.test(name) ? name : undefined))
      pieces.push({
        kind: 'string',
        text: proseOf(shown),
        offset: node.start + 1,
        role: roleOf(name, undefined),
      });
  };

  visit(fragment, { parent: undefined });
}

function isLookedUp(node: MarkupNode, parent: MarkupNode): boolean {
  if (parent.type === 'BinaryExpression') return true;
  if (parent.type === 'Property' && parent['key'] === node) return true;
  return parent.type === 'MemberExpression';
}

function withoutExpressions(node: MarkupNode, text: string): string {
  const expressions: unknown = node['expressions'];
  let shown = text;
  for (const one of Array.isArray(expressions) ? expressions : []) {
    if (!isNode(one)) continue;
    const from = text.lastIndexOf('${', one.start - node.start);
    const to = text.indexOf('}', one.end - node.start) + 1;
    shown = shown.slice(0, from) + '\uFFFC'.repeat(to - from) + shown.slice(to);
  }
  return shown;
}
