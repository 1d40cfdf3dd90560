import { type Inline, type Mark, plainInlines } from './inline-text.ts';
import type { Message, MessageGroup, MessagePart } from './message.ts';
import { elements, member, type PlacedValue, textOf } from './placed-json.ts';

const bodyMembers = ['html', 'HtmlBody', 'htmlContent', 'htmlBody'] as const;
const textMembers = [
  'text',
  'TextBody',
  'textContent',
  'textBody',
  'body',
  'Body',
  'message',
  'content',
] as const;

/** What services that send email accept: a subject and a body, as text or HTML. */
export function emailMessage(root: PlacedValue): Message | undefined {
  const first = (...names: readonly string[]): PlacedValue | undefined =>
    names.map((name) => member(root, name)).find((value) => value !== undefined);
  const [personal] = elements(member(root, 'personalizations'));
  const subject = first('subject', 'Subject') ?? member(personal, 'subject');
  const body = bodyOf(root);
  if (subject === undefined || textOf(subject) === undefined || body === undefined) return undefined;
  const recipient = first('to', 'To', 'recipients') ?? member(personal, 'to');
  const heads = (
    [
      ['From', first('from', 'From', 'sender')],
      ['To', recipient],
      ['Subject', subject],
    ] as const
  ).flatMap(([name, value]): readonly MessagePart[] => {
    const text = value === undefined ? '' : addressText(value);
    if (value === undefined || text === '') return [];
    return [{ kind: 'field', name: plainInlines(name), content: plainInlines(text), place: value }];
  });
  return { format: 'email', groups: [{ layout: 'rows', parts: heads }, body] };
}

/** A recipient, or a list of them. */
function addressText(of: PlacedValue): string {
  const list = elements(of);
  if (list.length > 0) return list.map(addressText).join(', ');
  const text = textOf(of);
  if (text !== undefined) return text;
  const [name, address] = [textOf(member(of, 'name')), textOf(member(of, 'email') ?? member(of, 'address'))];
  return name !== undefined && address !== undefined ? `${name} <${address}>` : (name ?? address ?? '');
}

function bodyOf(root: PlacedValue): MessageGroup | undefined {
  const contents = elements(member(root, 'content'));
  const typed = (type: string): PlacedValue | undefined =>
    member(
      contents.find((content) => textOf(member(content, 'type')) === type),
      'value',
    );
  const html = [...bodyMembers.map((name) => member(root, name)), typed('text/html')].find(
    (value) => textOf(value) !== undefined,
  );
  const plain = [...textMembers.map((name) => member(root, name)), typed('text/plain')].find(
    (value) => textOf(value) !== undefined,
  );
  const chosen = html ?? plain;
  const text = textOf(chosen);
  if (chosen === undefined || text === undefined) return undefined;
  const isHtml = html !== undefined || /<(?:p|br|div|table|html|body|a|b|strong)\b[^>]*>/i.test(text);
  const content = isHtml ? htmlInlines(text) : plainInlines(text);
  return { layout: 'rows', parts: [{ kind: 'text', content, place: chosen }], isDivided: true };
}

const skipped = 'script, style, head, title, template, iframe, object, embed, noscript, svg, math';
const blocks =
  'p, div, h1, h2, h3, h4, h5, h6, tr, ul, ol, li, table, blockquote, pre, section, header, footer, hr';
const looks: readonly (readonly [string, Mark])[] = [
  ['b, strong, h1, h2, h3, h4, h5, h6, th', 'bold'],
  ['i, em', 'italic'],
  ['s, del, strike', 'struck'],
  ['code, pre, tt', 'code'],
  ['a[href]', 'link'],
];

/**
 * The text of HTML with its looks. The document is parsed without a window: nothing of it runs, loads or gets into the
 * page.
 */
export function htmlInlines(html: string): readonly Inline[] {
  const found: Inline[] = [];
  const lastText = (): string => found.at(-1)?.text ?? '\n';
  const add = (piece: Inline): void => {
    if (piece.text !== '') found.push(piece);
  };
  const breakLine = (marks: readonly Mark[]): void => {
    if (!lastText().endsWith('\n')) add({ text: '\n', marks });
  };
  function walk(node: Node, marks: readonly Mark[], href: string | undefined): void {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = (node.textContent ?? '').replaceAll(/[ \t\r\n]+/g, ' ');
      const isAtStart = /\s$/.test(lastText());
      add({ text: isAtStart ? text.replace(/^ /, '') : text, marks, href });
    }
    if (!(node instanceof Element) && !('matches' in node)) return;
    const element = node as Element;
    if (element.matches(skipped)) return;
    if (element.matches('br')) add({ text: '\n', marks });
    if (element.matches('img'))
      add({ text: `[image: ${element.getAttribute('alt') ?? 'no description'}]`, marks });
    const isBlock = element.matches(blocks);
    if (isBlock) breakLine(marks);
    if (element.matches('li')) add({ text: '• ', marks });
    if (element.matches('td + td, th + th')) add({ text: '  ', marks });
    const own = looks.flatMap(([selector, mark]) => (element.matches(selector) ? [mark] : []));
    const inner = [...new Set([...marks, ...own])];
    const target = element.matches('a[href]') ? (element.getAttribute('href') ?? undefined) : href;
    for (const child of element.childNodes) walk(child, inner, target);
    if (isBlock) breakLine(marks);
  }
  walk(new DOMParser().parseFromString(html, 'text/html').body, [], undefined);
  while (found.at(-1)?.text.trim() === '') found.pop();
  return found;
}
