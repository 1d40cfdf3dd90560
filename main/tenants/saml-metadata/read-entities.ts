import type { SaxesTagNS } from 'saxes';
import { SaxesParser } from 'saxes';
import { XML_SIGNATURE } from '../../../languages/saml/saml-names.ts';
import { failure } from '../../platform/errors/failure.ts';

/** A provider in SAML metadata, with its roles. Source: SAML 2.0 Metadata, 2.3 and 2.4. */
export interface MetadataEntity {
  readonly entityId: string;
  readonly roles: readonly MetadataRole[];
}

/** A SPSSODescriptor or IDPSSODescriptor. Lists don't contain empty entries. */
export interface MetadataRole {
  readonly kind: RoleKind;
  /** Supported protocols: `urn:oasis:names:tc:SAML:2.0:protocol`. */
  readonly protocols: readonly string[];
  /** Values of the role and all enclosing elements; the earliest applies (2.3.1). */
  readonly validUntil: readonly string[];
  /** In document order. */
  readonly services: readonly AssertionConsumerService[];
  readonly nameIdFormats: readonly string[];
  readonly wantsAssertionsSigned: boolean;
  readonly requestedAttributes: readonly string[];
  readonly certificates: readonly MetadataCertificate[];
}

export type RoleKind = 'service-provider' | 'identity-provider';

export interface AssertionConsumerService {
  readonly binding: string;
  readonly location: string;
  /** Undefined if not specified. */
  readonly isDefault: boolean | undefined;
}

export interface MetadataCertificate {
  /** `signing`, `encryption`, or empty for both. */
  readonly use: string;
  /** Base64 without whitespace. */
  readonly data: string;
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
/** In characters; metadata of a whole federation aren't supported. */
export const maxMetadataLength = 1_000_000;
/** Deeper than any real metadata, to prevent resource exhaustion. */
const maxDepth = 64;
const maxEntities = 1000;

type Mutable<Shape> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends readonly (infer Item)[] ? Item[] : Shape[Name];
};
type MutableEntity = { readonly entityId: string; readonly roles: Mutable<MetadataRole>[] };

/**
 * Parses the entities of SAML metadata. Rejects document types, and with them XML entities. Ignores whitespace and a byte order mark
 * around the document. Throws `invalid-input` if it isn't XML or metadata, or is too long or too deep.
 */
export function readEntities(given: string): readonly MetadataEntity[] {
  if (given.length > maxMetadataLength)
    throw rejected('The metadata is too large: the limit is a million characters.');
  // Some servers send empty lines before the XML declaration, which XML doesn't allow.
  const text = given.trim();
  if (!text.startsWith('<')) throw rejected('This is not XML.');
  const parser = new SaxesParser({ xmlns: true });
  const entities: MutableEntity[] = [];
  const open: SaxesTagNS[] = [];
  let content = '';

  parser.on('doctype', () => {
    throw rejected('Files with a document type (DOCTYPE) aren’t supported, because it may define entities.');
  });
  parser.on('error', (error) => {
    throw rejected(`Invalid XML: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentag', (tag) => {
    open.push(tag);
    content = '';
    if (open.length > maxDepth) throw rejected(`The file is nested more than ${maxDepth} levels deep.`);
    if (tag.uri !== metadataNamespace) return;
    if (tag.local === 'EntityDescriptor') {
      if (entities.length === maxEntities) throw rejected(`The file has more than ${maxEntities} providers.`);
      entities.push({ entityId: attribute(tag, 'entityID'), roles: [] });
    }
    const entity = entities.at(-1);
    if (entity !== undefined) noteElement(entity, tag, open);
  });
  const addText = (piece: string): void => {
    content += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const role = openRole(entities, open);
    if (role !== undefined) noteText(role, tag, content.trim(), open);
    open.pop();
    content = '';
  });
  parser.write(text).close();
  if (entities.length === 0) throw rejected('This XML isn’t SAML metadata: it has no EntityDescriptor.');
  return entities;
}

const roleKinds: ReadonlyMap<string, RoleKind> = new Map([
  ['SPSSODescriptor', 'service-provider'],
  ['IDPSSODescriptor', 'identity-provider'],
]);

const kindOf = (tag: SaxesTagNS): RoleKind | undefined =>
  tag.uri === metadataNamespace ? roleKinds.get(tag.local) : undefined;

function openRole(
  entities: readonly MutableEntity[],
  open: readonly SaxesTagNS[],
): Mutable<MetadataRole> | undefined {
  return open.some((tag) => kindOf(tag) !== undefined) ? entities.at(-1)?.roles.at(-1) : undefined;
}

function newRole(kind: RoleKind, open: readonly SaxesTagNS[], tag: SaxesTagNS): Mutable<MetadataRole> {
  return {
    kind,
    protocols: listOf(attribute(tag, 'protocolSupportEnumeration')),
    validUntil: open
      .filter(({ uri }) => uri === metadataNamespace)
      .map((each) => attribute(each, 'validUntil'))
      .filter((until) => until !== ''),
    services: [],
    nameIdFormats: [],
    wantsAssertionsSigned: booleanOf(attribute(tag, 'WantAssertionsSigned')) === true,
    requestedAttributes: [],
    certificates: [],
  };
}

function noteElement(entity: MutableEntity, tag: SaxesTagNS, open: readonly SaxesTagNS[]): void {
  const kind = kindOf(tag);
  if (kind !== undefined) entity.roles.push(newRole(kind, open, tag));
  const role = openRole([entity], open);
  if (role?.kind !== 'service-provider') return;
  if (tag.local === 'AssertionConsumerService') {
    role.services.push({
      binding: attribute(tag, 'Binding'),
      location: attribute(tag, 'Location'),
      isDefault: booleanOf(attribute(tag, 'isDefault')),
    });
  } else if (tag.local === 'RequestedAttribute') {
    addNew(role.requestedAttributes, attribute(tag, 'FriendlyName') || attribute(tag, 'Name'));
  }
}

function noteText(
  role: Mutable<MetadataRole>,
  tag: SaxesTagNS,
  text: string,
  open: readonly SaxesTagNS[],
): void {
  if (tag.uri === metadataNamespace && tag.local === 'NameIDFormat') addNew(role.nameIdFormats, text);
  if (tag.uri !== XML_SIGNATURE || tag.local !== 'X509Certificate') return;
  const key = open.find(({ uri, local }) => uri === metadataNamespace && local === 'KeyDescriptor');
  // PEM header and footer don't belong here, but are often copied along.
  const data = text.replaceAll(/-----[^-]*-----|\s+/g, '');
  if (key === undefined || data === '') return;
  role.certificates.push({ use: attribute(key, 'use'), data });
}

function addNew(list: string[], text: string): void {
  if (text !== '' && !list.includes(text)) list.push(text);
}

const attribute = (tag: SaxesTagNS, name: string): string => tag.attributes[name]?.value.trim() ?? '';

const listOf = (text: string): string[] => text.split(/\s+/).filter((entry) => entry !== '');

/** An XML Schema boolean; undefined if invalid. */
function booleanOf(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

const rejected = (message: string) => failure('invalid-input', message);
