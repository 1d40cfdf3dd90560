import { SaxesParser, type SaxesTagNS } from 'saxes';

/** An element as far as messages of SAML need one. */
export interface XmlElement {
  readonly local: string;
  readonly uri: string;
  /** Without a namespace; of others, SAML's messages have none. */
  readonly attributes: Readonly<Record<string, string>>;
  /** All of its own, without that of elements in it. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** The text of the element as a document of its own, with the namespaces that are declared around it. */
  source(): string;
}

/** What cannot be read, or is not safe to read. */
export class XmlRefusal extends Error {
  override readonly name = 'XmlRefusal';
}

const DEEPEST = 32;
const MOST_ELEMENTS = 2000;

interface Growing {
  readonly local: string;
  readonly uri: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  readonly namespaces: ReadonlyMap<string, string>;
  readonly start: number;
  text: string;
}

/**
 * Reads a message. Document types, and with them entities, and processing instructions are refused, and so are messages
 * with more elements or deeper ones than any has. Throws XmlRefusal.
 */
export function readXml(text: string): XmlElement {
  const normalized = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let count = 0;

  parser.on('doctype', () => {
    throw new XmlRefusal('It has a document type (DOCTYPE), which SAML messages must not have.');
  });
  parser.on('processinginstruction', () => {
    throw new XmlRefusal('It has a processing instruction, which SAML messages must not have.');
  });
  parser.on('error', (error) => {
    throw new XmlRefusal(`It is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentag', (tag) => {
    if (open.length >= DEEPEST) throw new XmlRefusal(`It is nested deeper than ${DEEPEST} elements.`);
    count += 1;
    if (count > MOST_ELEMENTS) throw new XmlRefusal(`It has more than ${MOST_ELEMENTS} elements.`);
    // An attribute value cannot hold a "<", so that the last one before the end of the tag begins it.
    open.push(grow(tag, open.at(-1), normalized.lastIndexOf('<', parser.position - 1)));
  });
  const addText = (piece: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    const { namespaces, start, ...element } = closed;
    const end = parser.position;
    const finished = { ...element, source: () => standalone(normalized.slice(start, end), namespaces) };
    const parent = open.at(-1);
    if (parent === undefined) root = finished;
    else parent.children.push(finished);
  });
  parser.write(normalized).close();
  if (root === undefined) throw new XmlRefusal('It has no element.');
  return root;
}

function grow(tag: SaxesTagNS, parent: Growing | undefined, start: number): Growing {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { prefix, local, value } of Object.values(tag.attributes))
    if (prefix === '' && local !== 'xmlns') attributes[local] = value;
  const namespaces = new Map([...(parent?.namespaces ?? []), ...Object.entries(tag.ns)]);
  return { local: tag.local, uri: tag.uri, attributes, children: [], namespaces, start, text: '' };
}

/** Declares what is declared further out, so that the element can be read alone. */
function standalone(source: string, namespaces: ReadonlyMap<string, string>): string {
  const endOfName = /^<[^\s/>]+/.exec(source)?.[0].length ?? 0;
  const ownTag = source.slice(0, endOfTag(source));
  const missing = [...namespaces].filter(([prefix]) => {
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    return (
      prefix !== 'xml' && prefix !== 'xmlns' && !new RegExp(`\\s${escape(declaration)}\\s*=`).test(ownTag)
    );
  });
  const declarations = missing
    .map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${quote(uri)}"`)
    .join('');
  return source.slice(0, endOfName) + declarations + source.slice(endOfName);
}

function endOfTag(source: string): number {
  const parts = /^<(?:[^"'>]|"[^"]*"|'[^']*')*>/.exec(source);
  return parts?.[0].length ?? source.length;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const quote = (uri: string): string =>
  uri.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

/** The only child of a name, or none. Throws XmlRefusal where there are several. */
export function childOf(element: XmlElement, uri: string, local: string): XmlElement | undefined {
  const [first, second] = element.children.filter((one) => one.uri === uri && one.local === local);
  if (second !== undefined) throw new XmlRefusal(`It has several ${local} elements.`);
  return first;
}
