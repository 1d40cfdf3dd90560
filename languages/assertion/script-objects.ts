import { USER_MEMBERS } from './login-user.ts';
import type { FieldValue, ScriptInput } from './script-input.ts';

/** A member of an object that scripts read. */
export interface ScriptMember {
  readonly name: string;
  /** Signature of a method without its name, for example `(attribute)`; absent for a property. */
  readonly call?: string;
  readonly doc: string;
  /** A use of it; absent for a property, which is its own example. */
  readonly example?: string;
}

export interface ScriptObject {
  readonly name: string;
  readonly doc: string;
  /** What a text holds in a run; absent for an object. */
  readonly value?: (input: ScriptInput) => FieldValue;
  /** Names are up to the request: any is known. */
  readonly isOpen?: boolean;
  readonly members: readonly ScriptMember[];
}

const get = (object: string, what: string, example: string): ScriptMember => ({
  name: 'Get',
  call: `(${what})`,
  doc: `One ${what} of the ${object === 'LoginUser' ? 'user' : object === 'Application' ? 'application' : 'tenant'}; null when it is not set.`,
  example: `${object}.Get('${example}')`,
});

/** Objects and texts that every script finds, named as the platform's documentation names them. */
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
        doc: 'Every value of an attribute, as a list.',
        example: "LoginUser.GetValues('proxyAddresses')",
      },
      {
        name: 'GetGroupAttributeValues',
        call: '(attribute)',
        doc: 'The values that the user’s groups have for an attribute, as a list. A test user gives them as a property, for example Group.mail.',
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
    doc: 'Entity ID of the identity provider, as the application has it.',
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
    doc: 'Assertion consumer service of the application; the same as ServiceUrl.',
    value: ({ serviceUrl }) => serviceUrl,
    members: [],
  },
  {
    name: 'AssertionConsumerServiceURL',
    doc: 'Assertion consumer service that the SAML request names; null where it names an index instead.',
    value: ({ requestedService, serviceUrl }) =>
      requestedService === undefined ? serviceUrl : 'url' in requestedService ? requestedService.url : null,
    members: [],
  },
  {
    name: 'AssertionConsumerServiceIndex',
    doc: 'Index of the assertion consumer service that the SAML request names; null where it names a URL.',
    value: ({ requestedService }) =>
      requestedService !== undefined && 'index' in requestedService ? requestedService.index : null,
    members: [],
  },
  {
    name: 'UserIdentifier',
    doc: 'User name; the same as LoginUser.Username. A script may assign another.',
    value: ({ user }) => user.username,
    members: [],
  },
  {
    name: 'Request',
    doc: 'Parameters of the sign-in request by name; null for one that is not there. A test user gives them as properties, for example Request.wtrealm.',
    isOpen: true,
    members: [],
  },
  {
    name: 'response',
    doc: 'The form that is sent to a user-password application.',
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
