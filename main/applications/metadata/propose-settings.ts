import type { JsonValue } from '../../../contract/applications/application-settings.ts';
import type { ProposedSettings } from '../../../contract/applications/applications.ts';
import { problemOfRedirect } from '../../../contract/applications/setting-problems.ts';
import { parseUtc } from '../../../contract/values/utc-time.ts';
import { SAML_PROTOCOL } from '../../../languages/saml/saml-names.ts';
import { failure } from '../../platform/errors/failure.ts';
import { readCertificate } from '../../tenants/saml-metadata/read-certificate.ts';
import type {
  AssertionConsumerService,
  MetadataEntity,
  MetadataRole,
} from '../../tenants/saml-metadata/read-entities.ts';
import { readEntities } from '../../tenants/saml-metadata/read-entities.ts';
import { formatDate } from '../../../languages/text/intl.ts';

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
 * The application settings that a service provider's metadata propose, with notes for the user. `now` in
 * milliseconds since the epoch. Throws `invalid-input` unless it is the metadata of one service provider.
 */
export function proposeSettings(text: string, now: number): ProposedSettings {
  const { entityId, roles } = onlyProvider(readEntities(text));
  const { role, notes: roleNotes } = chooseRole(roles.filter(isServiceProvider));
  const { service, notes: serviceNotes } = chooseService(role.services);
  const format = role.nameIdFormats.map(shortFormat).find((each) => knownFormats.has(each));
  const settings: Record<string, JsonValue> = {
    ...(entityId === '' ? {} : { Audience: entityId }),
    ...(service === undefined ? {} : { ACSUrl: service.location, Recipient: service.location }),
    ...(format === undefined ? {} : { NameIDFormat: format }),
    ...(role.wantsAssertionsSigned ? { WantAssertionSigned: true } : {}),
    ...certificateSettings(role),
  };
  const notes = [
    ...(entityId === '' ? ['The metadata has no entity ID. Enter the audience by hand.'] : []),
    ...(text.includes('\uFFFD')
      ? ['Some characters couldn’t be read. Compare the values with the file.']
      : []),
    ...validityNotes(role, now),
    ...roleNotes,
    ...serviceNotes,
    ...formatNotes(role.nameIdFormats, format),
    ...certificateNotes(role, now),
    ...(role.requestedAttributes.length === 0
      ? []
      : [`It requests these attributes: ${role.requestedAttributes.join(', ')}. Map each to a value.`]),
  ];
  return { entityId, settings, notes: [...new Set(notes)] };
}

/** Members that only some tenants have: the form fills those that the record has. */
function certificateSettings({ certificates }: MetadataRole): Record<string, JsonValue> {
  const readable = certificates.filter(({ data }) => readCertificate(data) !== undefined);
  const signing = readable.filter(({ use }) => use !== 'encryption').map(({ data }) => data);
  const encryption = readable.find(({ use }) => use !== 'signing');
  return {
    ...(signing.length === 0 ? {} : { RequestSigningCertificates: textOfCertificates(signing) }),
    ...(encryption === undefined ? {} : { EncryptionCertificate: encryption.data }),
  };
}

/** Several certificates can only be separated as PEM. */
function textOfCertificates(certificates: readonly string[]): string {
  const [first = '', ...others] = new Set(certificates);
  if (others.length === 0) return first;
  return [first, ...others]
    .map((data) => `-----BEGIN CERTIFICATE----- ${data} -----END CERTIFICATE-----`)
    .join(' ');
}

const isServiceProvider = ({ kind }: MetadataRole): boolean => kind === 'service-provider';

/** Ignores entities that speak only another protocol, as long as one speaks SAML 2.0. */
function onlyProvider(entities: readonly MetadataEntity[]): MetadataEntity {
  const every = entities.filter(({ roles }) => roles.some(isServiceProvider));
  const speaking = every.filter(({ roles }) => roles.some((role) => isServiceProvider(role) && speaks(role)));
  const providers = speaking.length === 0 ? every : speaking;
  const [provider, ...others] = providers;
  if (provider === undefined) {
    const isOther = entities.some(({ roles }) => roles.length > 0);
    throw failure(
      'invalid-input',
      isOther
        ? 'This is identity provider metadata. Choose service provider metadata.'
        : 'The metadata has no service provider (SPSSODescriptor).',
    );
  }
  if (others.length === 0) return provider;
  const names = providers.slice(0, 10).map(({ entityId }) => entityId || '(without an entity ID)');
  const more = providers.length > names.length ? ` and ${providers.length - names.length} more` : '';
  throw failure(
    'invalid-input',
    `The metadata has ${providers.length} service providers: ${names.join(', ')}${more}. Use the metadata of one of them.`,
  );
}

const speaks = ({ protocols }: MetadataRole): boolean => protocols.includes(SAML_PROTOCOL);

/**
 * Of several roles, the first that speaks SAML 2.0 and accepts POST. The contents of the others (keys, formats, whether
 * assertions must be signed) belong to another protocol. Source: SAML 2.0 Metadata, 2.4.1.
 */
function chooseRole(roles: readonly MetadataRole[]): {
  readonly role: MetadataRole;
  readonly notes: readonly string[];
} {
  const speaking = roles.filter(speaks);
  const candidates = speaking.length === 0 ? roles : speaking;
  const role = candidates.find(({ services }) => services.some(takesPost)) ?? candidates[0];
  if (role === undefined) throw failure('invalid-input', 'The metadata has no service provider.');
  if (speaking.length === 0)
    return { role, notes: ['The metadata doesn’t declare SAML 2.0. Check that the provider supports it.'] };
  if (speaking.length === 1) return { role, notes: [] };
  return {
    role,
    notes: [`The metadata has ${speaking.length} SAML 2.0 descriptors. Used: the first that accepts POST.`],
  };
}

const takesPost = ({ binding }: AssertionConsumerService): boolean => binding === post;

/**
 * The default service of those that accept POST: the first marked as default, else the first not marked as non-default,
 * else the first. Source: SAML 2.0 Metadata, 2.2.3.
 */
function chooseService(services: readonly AssertionConsumerService[]): {
  readonly service?: AssertionConsumerService;
  readonly notes: readonly string[];
} {
  const usable = services.filter(takesPost);
  const service =
    usable.find(({ isDefault }) => isDefault === true) ??
    usable.find(({ isDefault }) => isDefault === undefined) ??
    usable[0];
  if (service === undefined) {
    const reason = services.length === 0 ? 'has no assertion consumer service' : 'has none that accepts POST';
    return { notes: [`The metadata ${reason}. Enter its URL by hand.`] };
  }
  const problem = /^https?:/i.test(service.location)
    ? problemOfRedirect(service.location)
    : 'It isn’t a URL.';
  if (problem !== undefined) return { notes: [`The assertion consumer service was skipped. ${problem}`] };
  const locations = new Set(usable.map(({ location }) => location));
  if (locations.size === 1) return { service, notes: [] };
  return {
    service,
    notes: [
      `The metadata has ${locations.size} assertion consumer services that accept POST. Used: the default, ${service.location}.`,
    ],
  };
}

/** `cacheDuration` is ignored: it says how long the file may be cached, and settings are copied once. */
function validityNotes({ validUntil }: MetadataRole, now: number): readonly string[] {
  const times = validUntil.map(parseUtc);
  const earliest = Math.min(...times.filter((time) => !Number.isNaN(time)));
  return [
    ...(times.some(Number.isNaN) ? ['The expiration date of the metadata can’t be read.'] : []),
    ...(earliest < now ? [`The metadata expired on ${dateOf(earliest)}. Get a newer file.`] : []),
  ];
}

function formatNotes(formats: readonly string[], chosen: string | undefined): readonly string[] {
  const named = [...new Set(formats.map(shortFormat))];
  if (named.length === 0 || (named.length === 1 && chosen !== undefined)) return [];
  return [
    chosen === undefined
      ? `It has no name ID format that Tenant Desk knows: ${named.join(', ')}.`
      : `It accepts several name ID formats: ${named.join(', ')}. Used: ${chosen}.`,
  ];
}

/** Each certificate once, whether for signing, encryption or both. */
function certificateNotes({ certificates }: MetadataRole, now: number): readonly string[] {
  return certificates
    .filter(({ data }, index) => certificates.findIndex((each) => each.data === data) === index)
    .flatMap(({ data }) => {
      const uses = certificates.filter((each) => each.data === data).map(({ use }) => use);
      const name = uses.every((use) => use === 'encryption') ? 'certificate for encryption' : 'certificate';
      const certificate = readCertificate(data);
      if (certificate === undefined) return [`Its ${name} can’t be read.`];
      const { subject, validTo } = certificate;
      return validTo < now ? [`Its ${name} ${subject} expired on ${dateOf(validTo)}.`] : [];
    });
}

/** `urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress` is `emailAddress` here; the full name of a custom one is unchanged. */
const shortFormat = (format: string): string =>
  /^urn:oasis:names:tc:SAML:[\d.]+:nameid-format:([^:]+)$/.exec(format)?.[1] ?? format;

const dateOf = (milliseconds: number): string =>
  formatDate(milliseconds, { dateStyle: 'long', timeZone: 'UTC' });
