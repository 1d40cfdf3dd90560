import type { Protocol } from './application-protocol.ts';
import { valueAt } from './application-settings.ts';

/**
 * What a member holds, and therefore how it is edited and compared: `texts` and `urls` are lists without an order,
 * `lifetime` is `[d.]hh:mm:ss`, `secret` is write-only, `attributes` are names with expressions.
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
  redirects: { title: 'Addresses', about: 'where people begin and where they return' },
  tokens: { title: 'Tokens', about: 'what is issued, and for how long' },
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
  readonly isOnlyWhereTold?: true;
  /** Of a choice, and what is usual in a list. A value that is none of them is kept. */
  readonly options?: readonly FieldOption[];
}

const option = (value: string, label = value): FieldOption => ({ value, label });

const openIdOnly = ['openid-connect'] as const;
const withRedirects = ['openid-connect', 'oauth-server'] as const;
const oauth = ['openid-connect', 'oauth-server', 'oauth-client'] as const;
const saml = ['saml'] as const;
const federated = ['saml', 'ws-fed'] as const;
const pages = ['user-password', 'browser-extension', 'ntlm-basic'] as const;
const forms = ['user-password', 'browser-extension'] as const;

const general: readonly SignOnField[] = [
  {
    path: 'Category',
    type: 'text',
    label: 'Category',
    help: 'Under which it is listed in the user portal.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'ServiceName',
    type: 'text',
    label: 'Service name',
    help: 'Names the application in addresses of this tenant, such as its token endpoint. No two applications share one.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'AdminTag',
    type: 'text',
    label: 'Administrator’s tag',
    help: 'A note for administrators. People who use the application do not see it.',
    protocols: 'all',
    section: 'application',
  },
  {
    path: 'HelpUrl',
    type: 'url',
    label: 'Help URL',
    help: 'Where people find help with this application.',
    protocols: 'all',
    section: 'application',
    isOnlyWhereTold: true,
  },
  {
    path: 'HideFromUserPortal',
    type: 'flag',
    label: 'Hide from the user portal',
    help: 'People sign in to it, but do not see it among their applications.',
    protocols: 'all',
    section: 'application',
    isOnlyWhereTold: true,
  },
];

const samlFields: readonly SignOnField[] = [
  {
    path: 'Audience',
    type: 'text',
    label: 'Audience',
    help: 'The entity ID of the service provider. The assertion is meant for it alone.',
    protocols: federated,
    section: 'service-provider',
    isRequired: true,
  },
  {
    path: 'ACSUrl',
    otherPaths: ['Url'],
    type: 'url',
    label: 'Assertion consumer service URL',
    help: 'Where the response is posted to after sign-in.',
    protocols: federated,
    section: 'service-provider',
    isRequired: true,
  },
  {
    path: 'Recipient',
    type: 'url',
    label: 'Recipient',
    help: 'Who may use the assertion: the assertion consumer service URL where this is empty.',
    protocols: saml,
    section: 'service-provider',
  },
  {
    path: 'RelayState',
    type: 'text',
    label: 'Relay state',
    help: 'What the application gets back with the response where sign-in begins at this tenant, often a page to open.',
    protocols: saml,
    section: 'service-provider',
  },
  {
    path: 'NameIDFormat',
    type: 'choice',
    label: 'Name ID format',
    help: 'What kind of name the subject of the assertion is.',
    protocols: saml,
    section: 'name-id',
    options: [
      option('unspecified'),
      option('emailAddress'),
      option('persistent'),
      option('transient'),
      option('entity'),
      option('kerberos'),
      option('X509SubjectName'),
      option('WindowsDomainQualifiedName'),
    ],
  },
  {
    path: 'WantAssertionSigned',
    type: 'flag',
    label: 'Sign the assertion',
    help: 'The assertion itself is signed.',
    protocols: saml,
    section: 'signing',
  },
  {
    path: 'SignResponse',
    type: 'flag',
    label: 'Sign the response',
    help: 'The response around the assertion is signed.',
    protocols: saml,
    section: 'signing',
  },
  {
    path: 'EncryptAssertion',
    type: 'flag',
    label: 'Encrypt the assertion',
    help: 'Only the service provider can read the assertion. It needs the provider’s certificate.',
    protocols: saml,
    section: 'signing',
  },
  {
    path: 'SamlAttributes',
    type: 'attributes',
    label: 'Attributes',
    help: 'The value is an expression, such as LoginUser.Email.',
    protocols: saml,
    section: 'attributes',
  },
  ...(
    [
      ['IdpMetadataUrl', 'url', 'Metadata URL', 'Where the application reads all of this by itself.'],
      ['Issuer', 'text', 'Issuer', 'The entity ID of this tenant for this application.'],
      ['SignInUrl', 'url', 'Sign-in URL', 'Where the application sends people to sign in.'],
      ['SignOutUrl', 'url', 'Sign-out URL', 'Where the application sends people to sign out.'],
      ['ErrorUrl', 'url', 'Error URL', 'Where people go when sign-in fails.'],
      ['Thumbprint', 'text', 'Certificate thumbprint', 'Of the certificate with which responses are signed.'],
    ] as const
  ).map(([path, type, label, help]): SignOnField => ({
    path,
    type,
    label,
    help,
    protocols: federated,
    section: 'identity-provider',
    isReadOnly: true,
    isOnlyWhereTold: true,
  })),
];

const oauthFields: readonly SignOnField[] = [
  {
    path: 'OAuthProfile.ClientID',
    type: 'text',
    label: 'Client ID',
    help: 'Given by the tenant. The application sends it with each request.',
    protocols: oauth,
    section: 'client',
    isReadOnly: true,
  },
  {
    path: 'OAuthProfile.ClientSecret',
    type: 'secret',
    label: 'Client secret',
    help: 'Known to the application and to the tenant. It can be set and not be read.',
    protocols: oauth,
    section: 'client',
  },
  {
    path: 'OAuthProfile.TokenEndpointAuthMethod',
    type: 'choice',
    label: 'Client authentication',
    help: 'How the application proves at the token endpoint that it is itself.',
    protocols: oauth,
    section: 'client',
    isOnlyWhereTold: true,
    options: [
      option('client_secret_basic', 'Secret in the header (client_secret_basic)'),
      option('client_secret_post', 'Secret in the form (client_secret_post)'),
      option('client_secret_jwt', 'Token signed with the secret (client_secret_jwt)'),
      option('private_key_jwt', 'Token signed with a key (private_key_jwt)'),
      option('none', 'None: a public client, with PKCE (none)'),
    ],
  },
  {
    path: 'OAuthProfile.Url',
    type: 'url',
    label: 'Resource application URL',
    help: 'Where people begin to sign in to the application: its login initiation.',
    protocols: oauth,
    section: 'redirects',
  },
  {
    path: 'OAuthProfile.Redirects',
    type: 'urls',
    label: 'Authorized redirect URLs',
    help: 'Where people may be sent after sign-in. The whole URL is compared: no wildcards, no fragment.',
    protocols: withRedirects,
    section: 'redirects',
    isRequired: true,
  },
  {
    path: 'OAuthProfile.PostLogoutRedirects',
    type: 'urls',
    label: 'Redirect URLs after sign-out',
    help: 'Where people may be sent after they signed out.',
    protocols: openIdOnly,
    section: 'redirects',
  },
  {
    path: 'OAuthProfile.ResponseTypes',
    type: 'texts',
    label: 'Response types',
    help: 'Which flows are allowed: code for the authorization code flow, the others for implicit and hybrid flows.',
    protocols: withRedirects,
    section: 'tokens',
    isOnlyWhereTold: true,
    options: [
      option('code', 'Authorization code'),
      option('id_token', 'Implicit, ID token'),
      option('id_token token', 'Implicit, ID and access token'),
      option('code id_token', 'Hybrid, code and ID token'),
      option('code token', 'Hybrid, code and access token'),
      option('code id_token token', 'Hybrid, all three'),
    ],
  },
  {
    path: 'OAuthProfile.AllowedAuth',
    type: 'texts',
    label: 'Grant types',
    help: 'What the application may exchange for tokens.',
    protocols: oauth,
    section: 'tokens',
    isOnlyWhereTold: true,
    options: [
      option('AuthorizationCode', 'Authorization code'),
      option('Implicit', 'Implicit'),
      option('ClientCreds', 'Client credentials'),
      option('ResourceCreds', 'Resource owner’s password'),
    ],
  },
  {
    path: 'OAuthProfile.Scopes',
    type: 'texts',
    label: 'Scopes',
    help: 'What the application may ask for.',
    protocols: oauth,
    section: 'tokens',
    options: [
      option('openid'),
      option('profile'),
      option('email'),
      option('address'),
      option('phone'),
      option('offline_access'),
    ],
  },
  {
    path: 'OAuthProfile.TokenLifetimeString',
    type: 'lifetime',
    label: 'Token lifetime',
    help: 'How long an access token is good, as days.hours:minutes:seconds. Example: 5:00:00 for five hours.',
    protocols: oauth,
    section: 'tokens',
  },
  {
    path: 'OAuthProfile.AllowRefresh',
    type: 'flag',
    label: 'Issue refresh tokens',
    help: 'The application gets new access tokens without asking the person again.',
    protocols: withRedirects,
    section: 'tokens',
  },
  {
    path: 'OAuthProfile.RefreshLifetimeString',
    type: 'lifetime',
    label: 'Refresh token lifetime',
    help: 'How long a refresh token is good, as days.hours:minutes:seconds. Example: 365.00:00:00 for a year.',
    protocols: withRedirects,
    section: 'tokens',
  },
  {
    path: 'OAuthProfile.Issuer',
    type: 'url',
    label: 'Issuer',
    help: 'Stands in each ID token; the application compares it.',
    protocols: oauth,
    section: 'identity-provider',
    isReadOnly: true,
  },
  {
    path: 'OAuthProfile.MetadataUrl',
    type: 'url',
    label: 'Metadata URL',
    help: 'Where the application reads the addresses and keys of this tenant.',
    protocols: oauth,
    section: 'identity-provider',
    isReadOnly: true,
    isOnlyWhereTold: true,
  },
];

const pageFields: readonly SignOnField[] = [
  {
    path: 'Url',
    type: 'url',
    label: 'URL',
    help: 'The page that opens when somebody starts the application.',
    protocols: [...pages, 'bookmark'],
    section: 'page',
    isRequired: true,
  },
  ...(
    [
      [
        'UsernameField',
        'User name field',
        'CSS selector of the field for the user name, such as input#username.',
      ],
      ['PasswordField', 'Password field', 'CSS selector of the field for the password.'],
      ['SubmitField', 'Submit button', 'CSS selector of the button that sends the form.'],
    ] as const
  ).map(([path, label, help]): SignOnField => ({
    path,
    type: 'text',
    label,
    help,
    protocols: forms,
    section: 'page',
    isRequired: true,
  })),
  {
    path: 'CommandLine',
    type: 'text',
    label: 'Command line',
    help: 'What is started on the person’s computer.',
    protocols: ['desktop'],
    section: 'page',
    isOnlyWhereTold: true,
  },
  {
    path: 'UserNameStrategy',
    type: 'choice',
    label: 'Name from',
    help: 'Where the name comes from under which people are known in the application.',
    protocols: [...federated, ...pages],
    section: 'name-id',
    options: [
      option('ADAttribute', 'Attribute of the directory'),
      option('Fixed', 'One name for everybody'),
      option('UseScript', 'Script'),
    ],
  },
  {
    path: 'UserNameArg',
    type: 'text',
    label: 'Attribute or name',
    help: 'Name of the attribute, such as userprincipalname or mail; with one name for everybody, that name.',
    protocols: [...federated, ...pages],
    section: 'name-id',
  },
];

/** Every member of an application's record that a tab shows, in the order in which it does. */
export const signOnFields: readonly SignOnField[] = [
  ...general,
  ...samlFields,
  ...oauthFields,
  ...pageFields,
];

/** A field with the member that it edits in this record. */
export interface FieldOfRecord extends SignOnField {
  /** The first of its paths that the record has, otherwise `path`. */
  readonly editedPath: string;
}

/**
 * The fields of a protocol for this record, in order: which of several names the record uses is decided, and what it
 * does not have is left out where not every tenant does. An unknown protocol has none but those of every application.
 */
export function fieldsOf(protocol: Protocol, record: Readonly<Record<string, unknown>>): FieldOfRecord[] {
  return signOnFields.flatMap((field) => {
    if (field.protocols !== 'all' && !field.protocols.includes(protocol)) return [];
    const told = pathsOf(field).filter((path) => isTold(record, path));
    const [editedPath = field.path] = [
      ...told.filter((path) => !isEmptyValue(valueAt(record, path))),
      ...told,
    ];
    return field.isOnlyWhereTold === true && told.length === 0 ? [] : [{ ...field, editedPath }];
  });
}

/** All names of the member, the usual one first. */
export function pathsOf({ path, otherPaths = [] }: SignOnField): readonly string[] {
  return [path, ...otherPaths];
}

/** True for a value that says nothing: absent, null, blank, or an empty list. */
export function isEmptyValue(value: unknown): boolean {
  if (value == null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** True where the record has the member, be it null. */
function isTold(record: Readonly<Record<string, unknown>>, path: string): boolean {
  const [name = '', inner] = path.split('.');
  if (inner === undefined) return name in record;
  const within = record[name];
  return typeof within === 'object' && within !== null && inner in within;
}
