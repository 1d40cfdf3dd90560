import type { SaxesTagNS } from 'saxes';
import { SaxesParser } from 'saxes';
import { XML_SIGNATURE } from '../../../languages/saml/saml-names.ts';
import { failure } from '../../platform/errors/failure.ts';

/** A provider as its metadata describe it: one part for each role that it plays. Source: SAML 2.0 Metadata, 2.3 and 2.4. */
export interface MetadataEntity {
  readonly entityId: string;
  readonly roles: readonly MetadataRole[];
}

/** A SPSSODescriptor or IDPSSODescriptor. What a list may name and leaves empty is not in it. */
export interface MetadataRole {
  readonly kind: RoleKind;
  /** What it speaks: `urn:oasis:names:tc:SAML:2.0:protocol`. */
  readonly protocols: readonly string[];
  /** As written, of the role and of every element around it: it is valid until the earliest (2.3.1). */
  readonly validUntil: readonly string[];
  /** In the order of the document. */
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
  /** Undefined where it is not said. */
  readonly isDefault: boolean | undefined;
}

export interface MetadataCertificate {
  /** `signing`, `encryption`, or empty for both. */
  readonly use: string;
  /** Base64 without whitespace. */
  readonly data: string;
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
/** Characters; the metadata of a whole federation are not what one application is set up from. */
export const maxMetadataLength = 1_000_000;
/** Deeper than any metadata; what goes deeper is made to exhaust its reader. */
const deepest = 64;
const maxEntities = 1000;

type Growing<Thing> = {
  -readonly [Name in keyof Thing]: Thing[Name] extends readonly (infer Item)[] ? Item[] : Thing[Name];
};
type GrowingEntity = { readonly entityId: string; readonly roles: Growing<MetadataRole>[] };

/**
 * Reads the entities of SAML metadata. Document types and with them entities are refused, never expanded. Whitespace and a
 * byte order mark around the document are ignored. Throws `invalid-input` for what is no XML, no metadata, too long or too deep.
 */
export function readEntities(given: string): readonly MetadataEntity[] {
  if (given.length > maxMetadataLength) throw refused('The metadata have more than a million characters.');
  // Servers print empty lines before what they answer, in front of the declaration, where XML takes none.
  const text = given.trim();
  if (!text.startsWith('<')) throw refused('This is no XML.');
  const parser = new SaxesParser({ xmlns: true });
  const entities: GrowingEntity[] = [];
  const open: SaxesTagNS[] = [];
  let words = '';

  parser.on('doctype', () => {
    throw refused(
      'The file has a document type (DOCTYPE), which may define entities. Such files are not read.',
    );
  });
  parser.on('error', (error) => {
    throw refused(`This is no XML that can be read: ${error.message.replace(/^\d+:\d+: /, '')}`);
  });
  parser.on('opentag', (tag) => {
    open.push(tag);
    words = '';
    if (open.length > deepest) throw refused(`The file is nested deeper than ${deepest} elements.`);
    if (tag.uri !== metadataNamespace) return;
    if (tag.local === 'EntityDescriptor') {
      if (entities.length === maxEntities)
        throw refused(`The file describes more than ${maxEntities} providers.`);
      entities.push({ entityId: attribute(tag, 'entityID'), roles: [] });
    }
    const entity = entities.at(-1);
    if (entity !== undefined) noteElement(entity, tag, open);
  });
  const addText = (piece: string): void => {
    words += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const role = openRole(entities, open);
    if (role !== undefined) noteText(role, tag, words.trim(), open);
    open.pop();
    words = '';
  });
  parser.write(text).close();
  if (entities.length === 0) throw refused('This is XML, but no SAML metadata: it has no EntityDescriptor.');
  return entities;
}

const roleKinds: ReadonlyMap<string, RoleKind> = new Map([
  ['SPSSODescriptor', 'service-provider'],
  ['IDPSSODescriptor', 'identity-provider'],
]);

const kindOf = (tag: SaxesTagNS): RoleKind | undefined =>
  tag.uri === metadataNamespace ? roleKinds.get(tag.local) : undefined;

function openRole(
  entities: readonly GrowingEntity[],
  open: readonly SaxesTagNS[],
): Growing<MetadataRole> | undefined {
  return open.some((tag) => kindOf(tag) !== undefined) ? entities.at(-1)?.roles.at(-1) : undefined;
}

function newRole(kind: RoleKind, open: readonly SaxesTagNS[], tag: SaxesTagNS): Growing<MetadataRole> {
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

function noteElement(entity: GrowingEntity, tag: SaxesTagNS, open: readonly SaxesTagNS[]): void {
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
  role: Growing<MetadataRole>,
  tag: SaxesTagNS,
  text: string,
  open: readonly SaxesTagNS[],
): void {
  if (tag.uri === metadataNamespace && tag.local === 'NameIDFormat') addNew(role.nameIdFormats, text);
  if (tag.uri !== XML_SIGNATURE || tag.local !== 'X509Certificate') return;
  const key = open.find(({ uri, local }) => uri === metadataNamespace && local === 'KeyDescriptor');
  // The lines around a certificate in a PEM file belong to the file, but are often copied with it.
  const data = text.replaceAll(/-----[^-]*-----|\s+/g, '');
  if (key === undefined || data === '') return;
  role.certificates.push({ use: attribute(key, 'use'), data });
}

function addNew(list: string[], text: string): void {
  if (text !== '' && !list.includes(text)) list.push(text);
}

const attribute = (tag: SaxesTagNS, name: string): string => tag.attributes[name]?.value.trim() ?? '';

const listOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** As XML schema has it; undefined for what is neither. */
function booleanOf(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

const refused = (message: string) => failure('invalid-input', message);
