import type { SaxesTagNS } from 'saxes';
import { SaxesParser } from 'saxes';
import { failure } from '../../platform/failure.ts';

/** A service or identity provider as its metadata describe it. Source: SAML 2.0 Metadata, sections 2.3 and 2.4. */
export interface MetadataEntity {
  readonly entityId: string;
  /** As written; empty where there is none. */
  readonly validUntil: string;
  readonly services: readonly AssertionConsumerService[];
  readonly nameIdFormats: readonly string[];
  readonly wantsAssertionsSigned: boolean;
  readonly requestedAttributes: readonly string[];
  readonly certificates: readonly MetadataCertificate[];
  readonly isServiceProvider: boolean;
  readonly isIdentityProvider: boolean;
}

export interface AssertionConsumerService {
  readonly binding: string;
  readonly location: string;
  readonly index: number;
  readonly isDefault: boolean;
}

export interface MetadataCertificate {
  readonly of: 'service-provider' | 'identity-provider';
  /** `signing`, `encryption`, or empty for both. */
  readonly use: string;
  /** Base64 without blanks. */
  readonly data: string;
}

const metadataNamespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
/** Characters; the metadata of a whole federation are not what one application is set up from. */
export const longestMetadata = 1_000_000;
/** Deeper than any metadata; what goes deeper is made to exhaust its reader. */
const deepest = 64;
const mostEntities = 1000;

type Growing<Thing> = {
  -readonly [Name in keyof Thing]: Thing[Name] extends readonly (infer Item)[] ? Item[] : Thing[Name];
};

/**
 * Reads the entities of SAML metadata. Document types and with them entities are refused, never expanded. Throws
 * `invalid-input` for what is no XML, no metadata, too long or too deep.
 */
export function readEntities(text: string): readonly MetadataEntity[] {
  if (text.length > longestMetadata) throw refused('The metadata have more than a million characters.');
  if (!/^\uFEFF?\s*</.test(text)) throw refused('This is no XML.');
  const parser = new SaxesParser({ xmlns: true });
  const entities: Growing<MetadataEntity>[] = [];
  const open: SaxesTagNS[] = [];
  let words = '';
  const isWithin = (local: string): boolean =>
    open.some((tag) => tag.local === local && tag.uri === metadataNamespace);

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
      if (entities.length === mostEntities)
        throw refused(`The file describes more than ${mostEntities} providers.`);
      entities.push(newEntity(tag));
    }
    const entity = entities.at(-1);
    if (entity !== undefined) noteElement(entity, tag, isWithin('SPSSODescriptor'));
  });
  const addText = (piece: string): void => {
    words += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    const entity = entities.at(-1);
    if (entity !== undefined) noteText(entity, tag, words.trim(), open);
    open.pop();
    words = '';
  });
  parser.write(text).close();
  if (entities.length === 0) throw refused('This is XML, but no SAML metadata: it has no EntityDescriptor.');
  return entities;
}

function newEntity(tag: SaxesTagNS): Growing<MetadataEntity> {
  return {
    entityId: attribute(tag, 'entityID'),
    validUntil: attribute(tag, 'validUntil'),
    services: [],
    nameIdFormats: [],
    wantsAssertionsSigned: false,
    requestedAttributes: [],
    certificates: [],
    isServiceProvider: false,
    isIdentityProvider: false,
  };
}

function noteElement(entity: Growing<MetadataEntity>, tag: SaxesTagNS, isOfService: boolean): void {
  if (tag.local === 'IDPSSODescriptor') entity.isIdentityProvider = true;
  if (!isOfService) return;
  if (tag.local === 'SPSSODescriptor') {
    entity.isServiceProvider = true;
    entity.wantsAssertionsSigned = isTrue(attribute(tag, 'WantAssertionsSigned'));
  } else if (tag.local === 'AssertionConsumerService') {
    entity.services.push({
      binding: attribute(tag, 'Binding'),
      location: attribute(tag, 'Location'),
      index: Number(attribute(tag, 'index')) || 0,
      isDefault: isTrue(attribute(tag, 'isDefault')),
    });
  } else if (tag.local === 'RequestedAttribute') {
    entity.requestedAttributes.push(attribute(tag, 'FriendlyName') || attribute(tag, 'Name'));
  }
}

function noteText(
  entity: Growing<MetadataEntity>,
  tag: SaxesTagNS,
  text: string,
  open: readonly SaxesTagNS[],
): void {
  const isWithin = (local: string): boolean => open.some((each) => each.local === local);
  if (tag.uri === metadataNamespace && tag.local === 'NameIDFormat' && isWithin('SPSSODescriptor'))
    entity.nameIdFormats.push(text);
  if (tag.uri !== signatureNamespace || tag.local !== 'X509Certificate') return;
  const key = open.find(({ local }) => local === 'KeyDescriptor');
  const of = isWithin('SPSSODescriptor')
    ? 'service-provider'
    : isWithin('IDPSSODescriptor')
      ? 'identity-provider'
      : undefined;
  if (key === undefined || of === undefined) return;
  entity.certificates.push({ of, use: attribute(key, 'use'), data: text.replace(/\s+/g, '') });
}

const attribute = (tag: SaxesTagNS, name: string): string => tag.attributes[name]?.value.trim() ?? '';

const isTrue = (text: string): boolean => text === 'true' || text === '1';

const refused = (message: string) => failure('invalid-input', message);
