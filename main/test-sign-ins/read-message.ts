import { SaxesParser } from 'saxes';

/** An element of a SAML message, with its place in the text. */
export interface MessageElement {
  readonly local: string;
  readonly uri: string;
  /** Without those of a namespace. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Its own, without that of elements in it, trimmed. */
  readonly text: string;
  readonly children: readonly MessageElement[];
  /** As it is written. */
  readonly source: string;
}

export const samlNames = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

const deepest = 64;

interface Growing {
  readonly local: string;
  readonly uri: string;
  readonly attributes: Record<string, string>;
  readonly children: MessageElement[];
  readonly start: number;
  text: string;
}

/** Undefined for what is no XML, or has a document type: then it may say something else to every reader. */
export function readMessage(xml: string): MessageElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Growing[] = [];
  let root: MessageElement | undefined;
  const stop = (): never => {
    throw new SyntaxError('This is no message that can be read.');
  };
  parser.on('doctype', stop);
  parser.on('error', stop);
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length >= deepest) stop();
    const plain = Object.values(attributes).filter(
      ({ prefix, local: name }) => prefix === '' && name !== 'xmlns',
    );
    open.push({
      local,
      uri,
      attributes: Object.fromEntries(plain.map((one) => [one.local, one.value])),
      children: [],
      start: xml.lastIndexOf('<', parser.position - 1),
      text: '',
    });
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
  try {
    parser.write(xml).close();
  } catch {
    return undefined;
  }
  return root;
}

/** The first child of that name, through several levels. */
export function find(
  element: MessageElement | undefined,
  ...names: readonly string[]
): MessageElement | undefined {
  return names.reduce<MessageElement | undefined>(
    (current, name) => current?.children.find(({ local }) => local === name),
    element,
  );
}
