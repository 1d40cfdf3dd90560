import type { SignOnField } from './sign-on-field.ts';
import { federated, option } from './sign-on-field.ts';

const saml = ['saml'] as const;

/** SAML, and what WS-Federation shares with it. */
export const samlFields: readonly SignOnField[] = [
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
