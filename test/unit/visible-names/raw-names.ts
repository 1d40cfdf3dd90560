import { parse } from 'svelte/compiler';
import { z } from 'zod';

/** A name of a tenant, a file or a person that a template shows without marking invisible characters. */
export interface RawName {
  /** 1-based. */
  readonly line: number;
  /** The attribute; undefined in text. */
  readonly attribute?: string;
  readonly expression: string;
}

/** Members and variables that contain text of tenants, files and people. */
const names: ReadonlySet<string> = new Set([
  ...['name', 'title', 'displayName', 'username', 'subject', 'email', 'description', 'url', 'host'],
  ...['message', 'detail', 'changedBy', 'fileName', 'applicationName', 'webhookName', 'roleName'],
  ...['tenantName', 'targetName'],
]);
/** Functions that insert such text into a message. */
const naming: ReadonlySet<string> = new Set([
  'planTitle',
  'titleOf',
  'nameOf',
  'hostOf',
  'accountName',
  'itemTitle',
]);
/** Methods whose result contains parts of the text. */
const passing: ReadonlySet<string> = new Set([
  ...['slice', 'trim', 'replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'join', 'map', 'concat'],
]);
const spoken: ReadonlySet<string> = new Set(['title', 'aria-label', 'alt', 'placeholder']);

const nodeSchema = z.looseObject({
  type: z.string(),
  start: z.number().default(0),
  end: z.number().default(0),
});
type Node = z.infer<typeof nodeSchema>;

function nodesIn(value: unknown): readonly Node[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const read = nodeSchema.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

const nameOf = (value: unknown): string => {
  const [node] = nodesIn(value);
  if (node === undefined) return '';
  if (node['computed'] === true) return '';
  const { name } = node;
  return typeof name === 'string' ? name : nameOf(node['property']);
};

/** Whether the value of an expression contains a name unchanged. */
function holdsName(value: unknown): boolean {
  return nodesIn(value).some((node) => {
    switch (node.type) {
      case 'Identifier':
      case 'MemberExpression':
        return names.has(nameOf(node));
      case 'CallExpression': {
        const called = nameOf(node['callee']);
        if (naming.has(called)) return true;
        const [callee] = nodesIn(node['callee']);
        if (callee?.type !== 'MemberExpression' || !passing.has(called)) return false;
        return (
          holdsName(callee['object']) ||
          nodesIn(node['arguments']).some((argument) => holdsName(argument['body'] ?? argument))
        );
      }
      case 'ConditionalExpression':
        return holdsName(node['consequent']) || holdsName(node['alternate']);
      case 'LogicalExpression':
        return (node['operator'] !== '&&' && holdsName(node['left'])) || holdsName(node['right']);
      case 'BinaryExpression':
        return node['operator'] === '+' && (holdsName(node['left']) || holdsName(node['right']));
      case 'TemplateLiteral':
        return holdsName(node['expressions']);
      case 'ChainExpression':
      case 'TSNonNullExpression':
      case 'TSAsExpression':
        return holdsName(node['expression']);
      default:
        return false;
    }
  });
}

/**
 * The names that a Svelte template shows raw: in text outside `VisibleText`, and in accessible names and
 * tooltips without `visibleText`. Components get raw names: they are shown by a template, too.
 */
export function rawNames(source: string): readonly RawName[] {
  const found: RawName[] = [];

  function visit(value: unknown, isNative: boolean, attribute?: string): void {
    for (const node of nodesIn(value)) {
      if (node.type === 'ExpressionTag') {
        if (holdsName(node['expression']))
          found.push({
            line: source.slice(0, node.start).split('\n').length,
            ...(attribute === undefined ? {} : { attribute }),
            expression: source.slice(node.start, node.end).replaceAll(/\s+/g, ' '),
          });
      } else if (node.type === 'Attribute') {
        const name = nameOf(node);
        if (name === 'aria-label' || (isNative && spoken.has(name))) visit(node['value'], isNative, name);
      } else {
        const isElement = node.type === 'RegularElement' || node.type === 'SvelteElement';
        if ('attributes' in node) visit(node['attributes'], isElement);
        for (const part of [
          'fragment',
          'nodes',
          'body',
          'consequent',
          'alternate',
          'pending',
          'then',
          'catch',
          'fallback',
        ])
          visit(node[part], isElement);
      }
    }
  }

  visit(parse(source, { modern: true }).fragment, false);
  return found;
}
