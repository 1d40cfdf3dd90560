import { SaxesParser, type SaxesTagNS } from 'saxes';

/** The parts of an element that SAML messages need. */
export interface XmlElement {
  readonly local: string;
  readonly uri: string;
  /** Attributes without a namespace; SAML messages have no others. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own trimmed text, without that of child elements. */
  readonly text: string;
  readonly children: readonly XmlElement[];
  /** The original markup. */
  readonly source: string;
  /** Namespace URIs in scope, by prefix. */
  readonly namespaces: ReadonlyMap<string, string>;
}

export interface XmlLimits {
  /** Maximum nesting depth. */
  readonly maxDepth: number;
  /** Maximum elements in the message; unlimited if absent. */
  readonly maxElements?: number;
  readonly rejectsInstructions?: boolean;
}

/** XML that can't be read, or isn't safe to read. */
export class XmlRejection extends Error {
  override readonly name = 'XmlRejection';
}

interface Growing extends Omit<XmlElement, 'text' | 'source'> {
  readonly children: XmlElement[];
  readonly start: number;
  text: string;
}

/**
 * Reads a message. Document types, and with them entities, are rejected: parsers could disagree on what such
 * a message says. Throws XmlRejection, also if the limits are exceeded.
 */
export function readXml(xml: string, limits: XmlLimits): XmlElement {
  const { maxDepth, maxElements = Infinity, rejectsInstructions = false } = limits;
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: XmlElement | undefined;
  let count = 0;

  parser.on('doctype', () => {
    throw new XmlRejection("It contains a DOCTYPE, which SAML messages can't have.");
  });
  if (rejectsInstructions)
    parser.on('processinginstruction', () => {
      throw new XmlRejection("It contains a processing instruction, which SAML messages can't have.");
    });
  parser.on('error', (error) => {
    throw new XmlRejection(`It is not well-formed XML: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentag', (tag) => {
    if (open.length >= maxDepth) throw new XmlRejection(`It is nested deeper than ${maxDepth} elements.`);
    count += 1;
    if (count > maxElements) throw new XmlRejection(`It has more than ${maxElements} elements.`);
    // An attribute value can't contain "<", so the last one before the end of the tag starts it.
    open.push(grow(tag, open.at(-1), xml.lastIndexOf('<', parser.position - 1)));
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
    const { start, text, ...element } = closed;
    const finished = { ...element, text: text.trim(), source: xml.slice(start, parser.position) };
    const parent = open.at(-1);
    if (parent === undefined) root = finished;
    else parent.children.push(finished);
  });
  parser.write(xml).close();
  if (root === undefined) throw new XmlRejection('It has no element.');
  return root;
}

function grow(tag: SaxesTagNS, parent: Growing | undefined, start: number): Growing {
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { prefix, local, value } of Object.values(tag.attributes))
    if (prefix === '' && local !== 'xmlns') attributes[local] = value;
  const declared = Object.entries(tag.ns);
  const around = parent?.namespaces ?? new Map<string, string>();
  const namespaces = declared.length === 0 ? around : new Map([...around, ...declared]);
  return { local: tag.local, uri: tag.uri, attributes, children: [], namespaces, start, text: '' };
}
