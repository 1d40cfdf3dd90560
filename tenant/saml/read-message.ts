import { xmlAttribute } from '../../languages/assertion/xml-text.ts';
import { readXml, XmlRejection, type XmlElement } from '../../languages/saml/read-xml.ts';

const limits = { maxDepth: 32, maxElements: 2000, rejectsInstructions: true };

/** Parses a message with XML's handling of line ends and the byte order mark. Throws XmlRejection. */
export function readMessage(text: string): XmlElement {
  return readXml(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), limits);
}

/** The only child with a name, or undefined. Throws XmlRejection if there are several. */
export function childOf(element: XmlElement, uri: string, local: string): XmlElement | undefined {
  const [first, second] = element.children.filter((one) => one.uri === uri && one.local === local);
  if (second !== undefined) throw new XmlRejection(`It has several ${local} elements.`);
  return first;
}

/** The element as a standalone document: declares the namespaces of its ancestors. */
export function standalone({ source, namespaces }: XmlElement): string {
  const endOfName = /^<[^\s/>]+/.exec(source)?.[0].length ?? 0;
  const ownTag = source.slice(0, endOfTag(source));
  const missing = [...namespaces].filter(([prefix]) => {
    const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
    return (
      prefix !== 'xml' && prefix !== 'xmlns' && !new RegExp(`\\s${escape(declaration)}\\s*=`).test(ownTag)
    );
  });
  const declarations = missing
    .map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${xmlAttribute(uri)}"`)
    .join('');
  return source.slice(0, endOfName) + declarations + source.slice(endOfName);
}

function endOfTag(source: string): number {
  const parts = /^<(?:[^"'>]|"[^"]*"|'[^']*')*>/.exec(source);
  return parts?.[0].length ?? source.length;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
