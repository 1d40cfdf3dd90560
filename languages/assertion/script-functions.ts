/** Kind of a parameter of a script function. */
type ParameterKind = 'text' | 'textList' | 'boolean' | 'claimValue' | 'anything';

export interface ScriptParameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Accepted values; others are rejected. */
  readonly oneOf?: readonly string[];
  /** Suggested values; others are accepted too. */
  readonly suggested?: readonly string[];
  /** Optional parameters come last. */
  readonly isOptional?: boolean;
}

/** What a script builds: a SAML assertion, token claims, or either. */
export type ScriptTarget = 'saml' | 'token' | 'any';

/** A function that scripts can call. The editor, lint, engine and documentation all read this table. */
export interface ScriptFunction {
  readonly name: string;
  readonly parameters: readonly ScriptParameter[];
  readonly target: ScriptTarget;
  /** Return type; absent for a function that only records a value. */
  readonly returns?: 'text' | 'object';
  /** One or two sentences for the reader. */
  readonly doc: string;
  readonly example: string;
}

const text = (name: string, oneOf?: readonly string[]): ScriptParameter =>
  oneOf === undefined ? { name, kind: 'text' } : { name, kind: 'text', oneOf };

/** The short names of `SupportedNameIDFormats` in the platform's application records. */
const NAME_ID_FORMATS = [
  'unspecified',
  'emailAddress',
  'transient',
  'persistent',
  'entity',
  'kerberos',
  'WindowsDomainQualifiedName',
  'X509SubjectName',
] as const;

const DIGESTS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

/**
 * Names and meanings from the platform's public documentation and samples. `setSubjectNameFormat` is our own.
 * Functions with `returns` are defined in the prelude; the others are calls of the draft.
 */
export const SCRIPT_FUNCTIONS = [
  {
    name: 'setIssuer',
    parameters: [text('issuer')],
    target: 'saml',
    doc: 'Sets the issuer (entity ID of the identity provider).',
    example: 'setIssuer(Issuer);',
  },
  {
    name: 'setSubjectName',
    parameters: [text('name')],
    target: 'saml',
    doc: 'Sets the user name that the service provider sees. Defaults to LoginUser.Username.',
    example: 'setSubjectName(LoginUser.Username);',
  },
  {
    name: 'setSubjectNameFormat',
    parameters: [{ ...text('format'), suggested: NAME_ID_FORMATS }],
    target: 'saml',
    doc: 'Sets the subject name format: a short name such as emailAddress or persistent, or a full URN.',
    example: "setSubjectNameFormat('emailAddress');",
  },
  {
    name: 'setNameFormat',
    parameters: [{ ...text('format'), suggested: NAME_ID_FORMATS }],
    target: 'saml',
    doc: 'Alias of setSubjectNameFormat.',
    example: "setNameFormat('unspecified');",
  },
  {
    name: 'setAudience',
    parameters: [text('audience')],
    target: 'saml',
    doc: 'Sets the audience (entity ID of the service provider).',
    example: "setAudience('https://payroll.example/saml/metadata');",
  },
  {
    name: 'setRecipient',
    parameters: [text('recipient')],
    target: 'saml',
    doc: 'Sets the URL that may receive the assertion (assertion consumer service).',
    example: 'setRecipient(ServiceUrl);',
  },
  {
    name: 'setServiceUrl',
    parameters: [text('url')],
    target: 'saml',
    doc: 'Sets the URL that the user is sent to after sign-in.',
    example: "setServiceUrl('https://payroll.example/start');",
  },
  {
    name: 'setHttpDestination',
    parameters: [text('url')],
    target: 'saml',
    doc: 'Sets the URL that the browser posts the response to.',
    example: 'setHttpDestination(ServiceUrl);',
  },
  {
    name: 'setRelayState',
    parameters: [text('state'), { name: 'overwrite', kind: 'boolean', isOptional: true }],
    target: 'saml',
    doc: 'Sets the relay state sent with the response. With true, it also replaces one sent by the service provider.',
    example: "setRelayState('/reports', true);",
  },
  {
    name: 'setWctx',
    parameters: [text('context')],
    target: 'saml',
    doc: 'Sets the wctx parameter for WS-Federation service providers.',
    example: "setWctx('rm=0&id=passive');",
  },
  {
    name: 'setVersion',
    parameters: [text('version', ['1', '1.1', '2', '2.0'])],
    target: 'saml',
    doc: 'Sets the SAML version: 1 for 1.1, or 2 (default) for 2.0.',
    example: "setVersion('2');",
  },
  {
    name: 'setSignatureType',
    parameters: [text('type', ['Response', 'Assertion'])],
    target: 'saml',
    doc: 'Sets which element is signed: Response (default) or Assertion.',
    example: "setSignatureType('Assertion');",
  },
  {
    name: 'setDigestMethodAlgorithm',
    parameters: [text('algorithm', DIGESTS)],
    target: 'saml',
    doc: 'Sets the signature digest: sha1, sha256, sha384 or sha512.',
    example: "setDigestMethodAlgorithm('sha256');",
  },
  {
    name: 'setAuthenticationMethod',
    parameters: [text('method')],
    target: 'saml',
    doc: 'Sets how the user signed in: the URN of an authentication context class.',
    example: "setAuthenticationMethod('urn:oasis:names:tc:SAML:2.0:ac:classes:Password');",
  },
  {
    name: 'setSubjectConfirmationMethod',
    parameters: [{ ...text('method'), suggested: ['bearer', 'holder-of-key', 'sender-vouches'] }],
    target: 'saml',
    doc: 'Sets the subject confirmation method: bearer (default), holder-of-key, sender-vouches, or a full URN.',
    example: "setSubjectConfirmationMethod('urn:oasis:names:tc:SAML:2.0:cm:bearer');",
  },
  {
    name: 'setAttribute',
    parameters: [text('name'), { name: 'value', kind: 'anything' }],
    target: 'saml',
    doc: 'Adds an attribute with one value. Calling it again replaces the value. A null value sends an empty attribute.',
    example: "setAttribute('Department', LoginUser.Get('department'));",
  },
  {
    name: 'setAttributeArray',
    parameters: [text('name'), { name: 'values', kind: 'textList' }],
    target: 'saml',
    doc: 'Adds a multi-valued attribute from a list. Calling it again replaces the list.',
    example: "setAttributeArray('Groups', LoginUser.GroupNames);",
  },
  {
    name: 'setCustomAttribute',
    parameters: [text('name'), text('namespace'), { name: 'value', kind: 'anything' }],
    target: 'saml',
    doc: 'Adds an attribute with a namespace, as required by SAML 1.1 service providers.',
    example: "setCustomAttribute('upn', 'http://schemas.xmlsoap.org/claims', LoginUser.Username);",
  },
  {
    name: 'addSubjectToAttrStatement',
    parameters: [{ name: 'isAdded', kind: 'boolean' }],
    target: 'saml',
    doc: 'Repeats the subject in the SAML 1.1 attribute statement.',
    example: 'addSubjectToAttrStatement(true);',
  },
  {
    name: 'setClaim',
    parameters: [text('name'), { name: 'value', kind: 'claimValue' }],
    target: 'token',
    doc: 'Adds a claim to the tokens of an OpenID Connect application.',
    example: "setClaim('roles', LoginUser.RoleNames);",
  },
  {
    name: 'module',
    parameters: [{ ...text('name'), suggested: ['User'] }],
    target: 'any',
    returns: 'object',
    doc: "Loads a platform module. Test runs support 'User': GetUserData(null) returns the user with all attributes as members.",
    example: "module('User').GetUserData(null)",
  },
  {
    name: 'encode',
    parameters: [text('text')],
    target: 'any',
    returns: 'text',
    doc: 'Encodes text for HTML.',
    example: 'encode(LoginUser.Username)',
  },
  {
    name: 'createWebRequest',
    parameters: [text('url')],
    target: 'any',
    returns: 'object',
    doc: 'Creates a web request for readContent. Test runs don’t send it.',
    example: "createWebRequest('https://directory.example/people')",
  },
  {
    name: 'readContent',
    parameters: [{ name: 'request', kind: 'anything' }],
    target: 'any',
    returns: 'text',
    doc: 'Sends a request and returns the response text. Test runs return the WebResponse property of the test user.',
    example: "readContent(createWebRequest('https://directory.example/people'))",
  },
  {
    name: 'trace',
    parameters: [{ name: 'value', kind: 'anything' }],
    target: 'any',
    doc: 'Writes a line to the trace of a test run.',
    example: "trace(LoginUser.Get('department'));",
  },
] as const satisfies readonly ScriptFunction[];

export type ScriptFunctionName = (typeof SCRIPT_FUNCTIONS)[number]['name'];

/** `setRelayState(state, overwrite?)`. */
export const signatureOf = (name: string, parameters: readonly ScriptParameter[]): string =>
  `${name}(${parameters.map((one) => (one.isOptional === true ? `${one.name}?` : one.name)).join(', ')})`;

/** Why a function can't be called with this many arguments; undefined if it can. */
export function argumentCountProblem(
  name: string,
  parameters: readonly ScriptParameter[],
  count: number,
): string | undefined {
  const max = parameters.length;
  const min = parameters.filter(({ isOptional }) => isOptional !== true).length;
  if (min <= count && count <= max) return undefined;
  const wanted =
    min === max ? `${max} argument${max > 1 || max === 0 ? 's' : ''}` : `${min} or ${max} arguments`;
  return `${signatureOf(name, parameters)} takes ${wanted}, not ${count}.`;
}
