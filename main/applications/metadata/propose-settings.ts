import type { JsonValue } from '../../../contract/application-settings.ts';
import type { ProposedSettings } from '../../../contract/applications.ts';
import { problemOfRedirect } from '../../../contract/setting-problems.ts';
import { parseUtc } from '../../../contract/utc-time.ts';
import { failure } from '../../platform/failure.ts';
import { readCertificate } from './read-certificate.ts';
import type { AssertionConsumerService, MetadataEntity } from './read-entities.ts';
import { readEntities } from './read-entities.ts';

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const knownFormats = new Set([
  'unspecified',
  'emailAddress',
  'persistent',
  'transient',
  'entity',
  'kerberos',
  'X509SubjectName',
  'WindowsDomainQualifiedName',
]);

/**
 * What a service provider's metadata say of an application's settings, and what a person has to know of them. `now` in
 * milliseconds since the epoch. Throws `invalid-input` for what is no metadata of one service provider.
 */
export function proposeSettings(text: string, now: number): ProposedSettings {
  const provider = onlyProvider(readEntities(text));
  const { service, notes: serviceNotes } = chooseService(provider.services);
  const format = provider.nameIdFormats.map(shortFormat).find((each) => knownFormats.has(each));
  const settings: Record<string, JsonValue> = {
    ...(provider.entityId === '' ? {} : { Audience: provider.entityId }),
    ...(service === undefined ? {} : { ACSUrl: service.location, Recipient: service.location }),
    ...(format === undefined ? {} : { NameIDFormat: format }),
    ...(provider.wantsAssertionsSigned ? { WantAssertionSigned: true } : {}),
  };
  return {
    entityId: provider.entityId,
    settings,
    notes: [
      ...(provider.entityId === '' ? ['The metadata name no entity ID. Enter the audience by hand.'] : []),
      ...validityNotes(provider, now),
      ...serviceNotes,
      ...formatNotes(provider.nameIdFormats, format),
      ...certificateNotes(provider, now),
      ...(provider.requestedAttributes.length === 0
        ? []
        : [
            `It asks for these attributes: ${provider.requestedAttributes.join(', ')}. Say what each is made of.`,
          ]),
    ],
  };
}

function onlyProvider(entities: readonly MetadataEntity[]): MetadataEntity {
  const providers = entities.filter(({ isServiceProvider }) => isServiceProvider);
  const [provider, ...others] = providers;
  if (provider === undefined) {
    const isIdentityProvider = entities.some((entity) => entity.isIdentityProvider);
    throw failure(
      'invalid-input',
      isIdentityProvider
        ? 'These are the metadata of an identity provider. Those of the service provider are needed.'
        : 'The metadata describe no service provider (SPSSODescriptor).',
    );
  }
  if (others.length === 0) return provider;
  const names = providers.slice(0, 10).map(({ entityId }) => entityId || '(without an entity ID)');
  const more = providers.length > names.length ? ` and ${providers.length - names.length} more` : '';
  throw failure(
    'invalid-input',
    `The metadata describe ${providers.length} service providers: ${names.join(', ')}${more}. Give the metadata of one of them.`,
  );
}

function chooseService(services: readonly AssertionConsumerService[]): {
  readonly service?: AssertionConsumerService;
  readonly notes: readonly string[];
} {
  const usable = services.filter(({ binding }) => binding === post);
  const byIndex = usable.toSorted((one, other) => one.index - other.index);
  const service = byIndex.find(({ isDefault }) => isDefault) ?? byIndex[0];
  if (service === undefined) {
    const reason =
      services.length === 0 ? 'name no assertion consumer service' : 'name none that takes a POST';
    return { notes: [`The metadata ${reason}. Enter its URL by hand.`] };
  }
  const problem = /^https?:/i.test(service.location)
    ? problemOfRedirect(service.location)
    : 'It is no web address.';
  if (problem !== undefined)
    return { notes: [`The assertion consumer service of the metadata was left out. ${problem}`] };
  if (services.length === 1) return { service, notes: [] };
  const chosen = service.isDefault ? 'the default one' : 'the first that takes a POST';
  return {
    service,
    notes: [
      `The metadata name ${services.length} assertion consumer services. Taken: ${chosen}, ${service.location}.`,
    ],
  };
}

function validityNotes({ validUntil }: MetadataEntity, now: number): readonly string[] {
  if (validUntil === '') return [];
  const until = parseUtc(validUntil);
  if (Number.isNaN(until)) return ['The metadata say until when they are good in a way that cannot be read.'];
  return until < now ? [`The metadata were good until ${dateOf(until)}. Ask for newer ones.`] : [];
}

function formatNotes(formats: readonly string[], chosen: string | undefined): readonly string[] {
  if (formats.length === 0 || (formats.length === 1 && chosen !== undefined)) return [];
  const named = formats.map(shortFormat).join(', ');
  return [
    chosen === undefined
      ? `It names no name ID format that the desk knows: ${named}.`
      : `It takes several name ID formats: ${named}. Taken: ${chosen}.`,
  ];
}

function certificateNotes({ certificates }: MetadataEntity, now: number): readonly string[] {
  return certificates
    .filter(({ of }) => of === 'service-provider')
    .flatMap(({ use, data }) => {
      const name = use === 'encryption' ? 'certificate for encryption' : 'certificate';
      const certificate = readCertificate(data);
      if (certificate === undefined) return [`Its ${name} cannot be read.`];
      const { subject, validTo } = certificate;
      return validTo < now ? [`Its ${name} ${subject} ended on ${dateOf(validTo)}.`] : [];
    });
}

/** `urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress` is `emailAddress` here. */
const shortFormat = (format: string): string => format.split(':').at(-1) ?? format;

const dateOf = (milliseconds: number): string =>
  new Date(milliseconds).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });
