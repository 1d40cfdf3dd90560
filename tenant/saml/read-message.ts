import { xmlAttribute } from '../../languages/assertion/xml-text.ts';
import { readXml, XmlRefusal, type XmlElement } from '../../languages/saml/read-xml.ts';

const limits = { deepest: 32, maxElements: 2000, refusesInstructions: true };

/** Reads a message with line ends and the byte order mark as XML reads them. Throws XmlRefusal. */
export function readMessage(text: string): XmlElement {
  return readXml(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'), limits);
}

/** The only child of a name, or none. Throws XmlRefusal where there are several. */
export function childOf(element: XmlElement, uri: string, local: string): XmlElement | undefined {
  const [first, second] = element.children.filter((one) => one.uri === uri && one.local === local);
  if (second !== undefined) throw new XmlRefusal(`It has several ${local} elements.`);
  return first;
}

/** The element as a document of its own: declares what is declared further out. */
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
