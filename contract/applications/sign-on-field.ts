import type { Protocol } from './application-protocol.ts';

/**
 * The type of a member determines how it is edited and compared: `texts` and `urls` are unordered lists, `lifetime` is
 * `[d.]hh:mm:ss`, `secret` is write-only, `attributes` are names with expressions, `keys` is a JSON Web Key Set of public keys,
 * `scopes` are those that the application defines for the tenant's API.
 */
export const fieldTypes = [
  'text',
  'url',
  'urls',
  'texts',
  'flag',
  'choice',
  'lifetime',
  'number',
  'secret',
  'attributes',
  'keys',
  'scopes',
] as const;

export type FieldType = (typeof fieldTypes)[number];

export const sections = {
  application: { title: 'Application', about: 'how it is listed and linked' },
  'service-provider': { title: 'Service provider', about: 'what the application expects' },
  'name-id': { title: 'Username', about: 'how users are identified there' },
  signing: { title: 'Signing and encryption', about: 'how responses are protected' },
  attributes: { title: 'Attributes', about: 'sent with the name ID, before the script runs' },
  'identity-provider': {
    title: 'Identity provider',
    about: 'what the application needs to know about this tenant',
  },
  client: { title: 'Client', about: 'how the application identifies itself' },
  redirects: { title: 'URLs', about: 'where users start and return' },
  tokens: { title: 'Tokens', about: 'what is issued, and for how long' },
  responses: {
    title: 'Signed and encrypted responses',
    about: 'how ID tokens and user information are protected',
  },
  scopes: { title: 'API scopes', about: 'which API paths a token of the application may call' },
  page: { title: 'Sign-in page', about: 'where username and password are filled in' },
} as const;

export type SectionId = keyof typeof sections;

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A member of the record that can be shown and edited. */
export interface SignOnField {
  /** `Audience` or `OAuthProfile.Redirects`, the tenant's name. */
  readonly path: string;
  /** Names of the same member on other tenants; the record decides which one is edited. */
  readonly otherPaths?: readonly string[];
  readonly type: FieldType;
  readonly label: string;
  readonly help: string;
  /** `all`: any protocol. */
  readonly protocols: readonly Protocol[] | 'all';
  readonly section: SectionId;
  /** No one can sign in without it. */
  readonly isRequired?: true;
  /** Set by the tenant; read from the record, not part of the settings. */
  readonly isReadOnly?: true;
  /** Not every tenant has it: shown only if the record does. */
  readonly isOnlyWherePresent?: true;
  /** Also shown if the record has this member, which may require it. */
  readonly isNeededBy?: string;
  /** Options of a choice, or common values of a list. Other values are preserved. */
  readonly options?: readonly FieldOption[];
}

export const option = (value: string, label = value): FieldOption => ({ value, label });

/** Protocols whose responses the tenant signs. */
export const federated = ['saml', 'ws-fed'] as const;
