import { USER_MEMBERS } from './login-user.ts';
import type { FieldValue, ScriptInput } from './script-input.ts';

/** A readable member of a script object. */
export interface ScriptMember {
  readonly name: string;
  /** Method signature without its name, for example `(attribute)`; absent for a property. */
  readonly call?: string;
  readonly doc: string;
  /** A sample use; absent for a property, which is its own example. */
  readonly example?: string;
}

export interface ScriptObject {
  readonly name: string;
  readonly doc: string;
  /** The value in a run; absent for an object. */
  readonly value?: (input: ScriptInput) => FieldValue;
  /** Whether members depend on the request: any name is accepted. */
  readonly isOpen?: boolean;
  readonly members: readonly ScriptMember[];
}

const get = (object: string, what: string, example: string): ScriptMember => ({
  name: 'Get',
  call: `(${what})`,
  doc: `One ${what} of the ${object === 'LoginUser' ? 'user' : object === 'Application' ? 'application' : 'tenant'}; null if not set.`,
  example: `${object}.Get('${example}')`,
});

/** Objects and strings available to every script, named as in the platform's documentation. */
export const SCRIPT_OBJECTS: readonly ScriptObject[] = [
  {
    name: 'LoginUser',
    doc: 'The user who signs in.',
    members: [
      ...USER_MEMBERS,
      get('LoginUser', 'attribute', 'department'),
      {
        name: 'GetValues',
        call: '(attribute)',
        doc: 'All values of an attribute, as a list.',
        example: "LoginUser.GetValues('proxyAddresses')",
      },
      {
        name: 'GetGroupAttributeValues',
        call: '(attribute)',
        doc: 'Values of an attribute from the user’s groups, as a list. Test users provide them as a property, such as Group.mail.',
        example: "LoginUser.GetGroupAttributeValues('mail')",
      },
    ],
  },
  {
    name: 'Application',
    doc: 'The application that the user opens.',
    members: [get('Application', 'field', 'Name')],
  },
  { name: 'TenantData', doc: 'The tenant.', members: [get('TenantData', 'field', 'Name')] },
  {
    name: 'Issuer',
    doc: 'Entity ID of the identity provider, from the application settings.',
    value: ({ issuer }) => issuer,
    members: [],
  },
  {
    name: 'ServiceUrl',
    doc: 'Assertion consumer service of the application.',
    value: ({ serviceUrl }) => serviceUrl,
    members: [],
  },
  {
    name: 'ApplicationUrl',
    doc: 'Assertion consumer service of the application. Same as ServiceUrl.',
    value: ({ serviceUrl }) => serviceUrl,
    members: [],
  },
  {
    name: 'AssertionConsumerServiceURL',
    doc: 'Assertion consumer service URL from the SAML request; null if the request has an index.',
    value: ({ requestedService, serviceUrl }) =>
      requestedService === undefined ? serviceUrl : 'url' in requestedService ? requestedService.url : null,
    members: [],
  },
  {
    name: 'AssertionConsumerServiceIndex',
    doc: 'Assertion consumer service index from the SAML request; null if the request has a URL.',
    value: ({ requestedService }) =>
      requestedService !== undefined && 'index' in requestedService ? requestedService.index : null,
    members: [],
  },
  {
    name: 'UserIdentifier',
    doc: 'User name. Same as LoginUser.Username; a script may change it.',
    value: ({ user }) => user.username,
    members: [],
  },
  {
    name: 'Request',
    doc: 'Parameters of the sign-in request by name; null if missing. Test users provide them as properties, such as Request.wtrealm.',
    isOpen: true,
    members: [],
  },
  {
    name: 'response',
    doc: 'The form sent to a user-password application.',
    members: [
      {
        name: 'AddFormField',
        call: '(name, value)',
        doc: 'Adds a field to the form.',
        example: "response.AddFormField('username', encode(LoginUser.Username))",
      },
    ],
  },
];
