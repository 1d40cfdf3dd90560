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
 * What a service provider's metadata say of an application's settings, and what a person has to know of them. `now` in
 * milliseconds since the epoch. Throws `invalid-input` for what is no metadata of one service provider.
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
    ...(entityId === '' ? ['The metadata name no entity ID. Enter the audience by hand.'] : []),
    ...(text.includes('\uFFFD')
      ? ['Some characters could not be read. Compare the values with the file.']
      : []),
    ...validityNotes(role, now),
    ...roleNotes,
    ...serviceNotes,
    ...formatNotes(role.nameIdFormats, format),
    ...certificateNotes(role, now),
    ...(role.requestedAttributes.length === 0
      ? []
      : [`It asks for these attributes: ${role.requestedAttributes.join(', ')}. Say what each is made of.`]),
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

/** Several can only be told apart as PEM. */
function textOfCertificates(certificates: readonly string[]): string {
  const [first = '', ...others] = new Set(certificates);
  if (others.length === 0) return first;
  return [first, ...others]
    .map((data) => `-----BEGIN CERTIFICATE----- ${data} -----END CERTIFICATE-----`)
    .join(' ');
}

const isServiceProvider = ({ kind }: MetadataRole): boolean => kind === 'service-provider';

/** An entity that speaks only another protocol is none of SAML 2.0, as long as another one is. */
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

const speaks = ({ protocols }: MetadataRole): boolean => protocols.includes(SAML_PROTOCOL);

/**
 * Of several roles, the first that speaks SAML 2.0 and takes a POST. What the others say (keys, formats, whether it wants
 * assertions signed) is of another protocol. Source: SAML 2.0 Metadata, 2.4.1.
 */
function chooseRole(roles: readonly MetadataRole[]): {
  readonly role: MetadataRole;
  readonly notes: readonly string[];
} {
  const speaking = roles.filter(speaks);
  const candidates = speaking.length === 0 ? roles : speaking;
  const role = candidates.find(({ services }) => services.some(takesPost)) ?? candidates[0];
  if (role === undefined) throw failure('invalid-input', 'The metadata describe no service provider.');
  if (speaking.length === 0)
    return { role, notes: ['The metadata do not say that it speaks SAML 2.0. Ask whether it does.'] };
  if (speaking.length === 1) return { role, notes: [] };
  return {
    role,
    notes: [
      `The metadata describe it ${speaking.length} times for SAML 2.0. Taken: the first that takes a POST.`,
    ],
  };
}

const takesPost = ({ binding }: AssertionConsumerService): boolean => binding === post;

/**
 * The default service of those that take a POST: the first that says so, else the first that does not say otherwise, else
 * the first. Source: SAML 2.0 Metadata, 2.2.3.
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
    const reason =
      services.length === 0 ? 'name no assertion consumer service' : 'name none that takes a POST';
    return { notes: [`The metadata ${reason}. Enter its URL by hand.`] };
  }
  const problem = /^https?:/i.test(service.location)
    ? problemOfRedirect(service.location)
    : 'It is no web address.';
  if (problem !== undefined)
    return { notes: [`The assertion consumer service of the metadata was left out. ${problem}`] };
  const locations = new Set(usable.map(({ location }) => location));
  if (locations.size === 1) return { service, notes: [] };
  return {
    service,
    notes: [
      `The metadata name ${locations.size} assertion consumer services that take a POST. Taken: the default one, ${service.location}.`,
    ],
  };
}

/** How long a copy of the file may be cached (`cacheDuration`) says nothing of its end: settings are copied once. */
function validityNotes({ validUntil }: MetadataRole, now: number): readonly string[] {
  const times = validUntil.map(parseUtc);
  const earliest = Math.min(...times.filter((time) => !Number.isNaN(time)));
  return [
    ...(times.some(Number.isNaN)
      ? ['The metadata say until when they are valid in a way that cannot be read.']
      : []),
    ...(earliest < now ? [`The metadata were valid until ${dateOf(earliest)}. Ask for newer ones.`] : []),
  ];
}

function formatNotes(formats: readonly string[], chosen: string | undefined): readonly string[] {
  const named = [...new Set(formats.map(shortFormat))];
  if (named.length === 0 || (named.length === 1 && chosen !== undefined)) return [];
  return [
    chosen === undefined
      ? `It names no name ID format that Tenant Desk knows: ${named.join(', ')}.`
      : `It takes several name ID formats: ${named.join(', ')}. Taken: ${chosen}.`,
  ];
}

/** Once for each certificate, whether it is there for signing, encryption or both. */
function certificateNotes({ certificates }: MetadataRole, now: number): readonly string[] {
  return certificates
    .filter(({ data }, index) => certificates.findIndex((each) => each.data === data) === index)
    .flatMap(({ data }) => {
      const uses = certificates.filter((each) => each.data === data).map(({ use }) => use);
      const name = uses.every((use) => use === 'encryption') ? 'certificate for encryption' : 'certificate';
      const certificate = readCertificate(data);
      if (certificate === undefined) return [`Its ${name} cannot be read.`];
      const { subject, validTo } = certificate;
      return validTo < now ? [`Its ${name} ${subject} expired on ${dateOf(validTo)}.`] : [];
    });
}

/** `urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress` is `emailAddress` here; one of somebody else keeps its name. */
const shortFormat = (format: string): string =>
  /^urn:oasis:names:tc:SAML:[\d.]+:nameid-format:([^:]+)$/.exec(format)?.[1] ?? format;

const dateOf = (milliseconds: number): string =>
  formatDate(milliseconds, { dateStyle: 'long', timeZone: 'UTC' });
