import type { FieldOption, SignOnField } from './sign-on-field.ts';
import { option } from './sign-on-field.ts';

const clients = ['openid-connect', 'oauth-server', 'oauth-client'] as const;
const openIdOnly = ['openid-connect'] as const;
const authMethod = 'OAuthProfile.TokenEndpointAuthMethod';

const none = option('', 'None');
const named = (names: readonly string[]): readonly FieldOption[] => names.map((name) => option(name));
const signatures = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** The application's public keys, which the tenant uses to authenticate it and to encrypt for it. */
export const clientKeyFields: readonly SignOnField[] = [
  {
    path: 'OAuthProfile.Jwks',
    type: 'keys',
    label: 'Signing keys (JWKS)',
    help: 'Public keys for private_key_jwt and encryption. Never a private key.',
    protocols: clients,
    section: 'client',
    isOnlyWherePresent: true,
    isNeededBy: authMethod,
  },
  {
    path: 'OAuthProfile.JwksUri',
    type: 'url',
    label: 'JWKS URL',
    help: 'Where the tenant reads the public keys, so that they can rotate',
    protocols: clients,
    section: 'client',
    isOnlyWherePresent: true,
    isNeededBy: authMethod,
  },
  {
    path: 'OAuthProfile.TokenEndpointAuthSigningAlg',
    type: 'choice',
    label: 'Assertion signing algorithm',
    help: 'The only algorithm accepted for client assertions',
    protocols: clients,
    section: 'client',
    isOnlyWherePresent: true,
    isNeededBy: authMethod,
    options: [option('', 'Any'), ...named([...signatures, 'HS256'])],
  },
];

const encryptions = [none, ...named(['RSA-OAEP', 'RSA-OAEP-256', 'ECDH-ES', 'A128KW', 'A256KW', 'dir'])];
const contents = [
  option('', 'Default (A128CBC-HS256)'),
  ...named(['A128CBC-HS256', 'A256CBC-HS512', 'A128GCM', 'A256GCM']),
];

/** Member prefix, label, and the default signing option. */
const protectedResponses = [
  ['IdToken', 'ID token', option('', 'Default (RS256)')],
  ['UserInfo', 'User information', option('', 'None: plain JSON')],
] as const;

/** How ID tokens and user information are signed and encrypted. Source: platform specification, `/userinfo`. */
export const protectedResponseFields: readonly SignOnField[] = protectedResponses.flatMap(
  ([what, noun, unsigned]): readonly SignOnField[] => {
    const fieldOf = (
      member: string,
      label: string,
      help: string,
      options: readonly FieldOption[],
    ): SignOnField => ({
      path: `OAuthProfile.${what}${member}`,
      type: 'choice',
      label: `${noun} ${label}`,
      help,
      protocols: openIdOnly,
      section: 'responses',
      isOnlyWherePresent: true,
      isNeededBy: authMethod,
      options,
    });
    return [
      fieldOf('SignedResponseAlg', 'signing', 'Signed with a key of this tenant', [
        unsigned,
        ...named(['RS256', 'PS256', 'ES256']),
      ]),
      fieldOf(
        'EncryptedResponseAlg',
        'key encryption',
        'Needs a public key, or the client secret for A128KW, A256KW and dir',
        encryptions,
      ),
      fieldOf('EncryptedResponseEnc', 'content encryption', 'Used with key encryption only', contents),
    ];
  },
);
