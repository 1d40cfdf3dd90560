import { readXml, type XmlElement } from '../../languages/saml/read-xml.ts';

const limits = { maxDepth: 64 };

/** Undefined for unreadable XML, and for a document type. */
export function readMessage(xml: string): XmlElement | undefined {
  try {
    return readXml(xml, limits);
  } catch {
    return undefined;
  }
}

/** The first child with that name, through several levels. */
export function find(element: XmlElement | undefined, ...names: readonly string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>(
    (current, name) => current?.children.find(({ local }) => local === name),
    element,
  );
}
