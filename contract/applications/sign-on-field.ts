import type { Protocol } from './application-protocol.ts';

/**
 * What a member holds, and therefore how it is edited and compared: `texts` and `urls` are lists without an order,
 * `lifetime` is `[d.]hh:mm:ss`, `secret` is write-only, `attributes` are names with expressions,
 * `keys` is a JSON Web Key Set of public keys, `scopes` are those that the application defines for the tenant’s own API.
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
  application: { title: 'Application', about: 'how it is listed and addressed' },
  'service-provider': { title: 'Service provider', about: 'what the application expects' },
  'name-id': { title: 'User name', about: 'which name people have there' },
  signing: { title: 'Signing and encryption', about: 'how responses are protected' },
  attributes: { title: 'Attributes', about: 'sent beside the name ID, before the script runs' },
  'identity-provider': { title: 'Identity provider', about: 'what the application is told of this tenant' },
  client: { title: 'Client', about: 'how the application identifies itself' },
  redirects: { title: 'URLs', about: 'where users start and return' },
  tokens: { title: 'Tokens', about: 'what is issued, and for how long' },
  responses: {
    title: 'Signed and encrypted answers',
    about: 'how ID tokens and user information are protected',
  },
  scopes: { title: 'API scopes', about: 'which paths of this tenant a token of the application may call' },
  page: { title: 'Sign-in page', about: 'where the name and password are filled in' },
} as const;

export type SectionId = keyof typeof sections;

export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A member of the record that a tab shows and edits. */
export interface SignOnField {
  /** `Audience` or `OAuthProfile.Redirects`, as tenants name it. */
  readonly path: string;
  /** Names that other tenants give the same member; the record decides which one is edited. */
  readonly otherPaths?: readonly string[];
  readonly type: FieldType;
  readonly label: string;
  readonly help: string;
  /** `all`: whatever the protocol is. */
  readonly protocols: readonly Protocol[] | 'all';
  readonly section: SectionId;
  /** Nobody can sign in without it. */
  readonly isRequired?: true;
  /** Given by the tenant; to be read in the record, for settings do not hold it. */
  readonly isReadOnly?: true;
  /** Not every tenant has it: shown only where the record does. */
  readonly isOnlyWherePresent?: true;
  /** Shown as well where the record has this member: the one is chosen there for which this one is needed. */
  readonly isNeededBy?: string;
  /** Of a choice, and what is usual in a list. A value that is none of them is kept. */
  readonly options?: readonly FieldOption[];
}

export const option = (value: string, label = value): FieldOption => ({ value, label });

/** Those whose responses the tenant signs. */
export const federated = ['saml', 'ws-fed'] as const;
