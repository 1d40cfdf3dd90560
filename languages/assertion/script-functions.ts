/** Kind of a parameter of a script function. */
export type ParameterKind = 'text' | 'textList' | 'boolean' | 'claimValue' | 'anything';

export interface ScriptParameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Values that are understood; any other is refused. */
  readonly oneOf?: readonly string[];
}

/** What a script shapes: a SAML assertion, the claims of a token, or neither. */
export type ScriptTarget = 'saml' | 'token' | 'any';

/** A function that scripts may call. Editor, lint, engine and documentation all read this table. */
export interface ScriptFunction {
  readonly name: string;
  readonly parameters: readonly ScriptParameter[];
  readonly target: ScriptTarget;
  /** A sentence or two for people. */
  readonly doc: string;
  readonly example: string;
}

const text = (name: string, oneOf?: readonly string[]): ScriptParameter =>
  oneOf === undefined ? { name, kind: 'text' } : { name, kind: 'text', oneOf };

const DIGESTS = ['sha1', 'sha256', 'sha384', 'sha512'] as const;

/**
 * Names and meanings as public documentation of such scripts uses them. `setRelayState` and
 * `setSubjectNameFormat` are our additions for what scripts otherwise cannot say.
 */
export const SCRIPT_FUNCTIONS = [
  {
    name: 'setIssuer',
    parameters: [text('issuer')],
    target: 'saml',
    doc: 'Names who issues the assertion: the entity ID of the identity provider.',
    example: 'setIssuer(Issuer);',
  },
  {
    name: 'setSubjectName',
    parameters: [text('name')],
    target: 'saml',
    doc: 'Names the user as the service provider knows them. Without it, LoginUser.Username is taken.',
    example: 'setSubjectName(LoginUser.Username);',
  },
  {
    name: 'setSubjectNameFormat',
    parameters: [text('format')],
    target: 'saml',
    doc: 'Format of the subject name: a short name such as emailAddress or persistent, or a full URN.',
    example: "setSubjectNameFormat('emailAddress');",
  },
  {
    name: 'setNameFormat',
    parameters: [text('format')],
    target: 'saml',
    doc: 'Another name of setSubjectNameFormat.',
    example: "setNameFormat('unspecified');",
  },
  {
    name: 'setAudience',
    parameters: [text('audience')],
    target: 'saml',
    doc: 'Names for whom the assertion is meant: the entity ID of the service provider.',
    example: "setAudience('https://payroll.example/saml/metadata');",
  },
  {
    name: 'setRecipient',
    parameters: [text('recipient')],
    target: 'saml',
    doc: 'Address that may receive the assertion: the assertion consumer service.',
    example: 'setRecipient(ServiceUrl);',
  },
  {
    name: 'setServiceUrl',
    parameters: [text('url')],
    target: 'saml',
    doc: 'Address that the user is sent to after sign-in.',
    example: "setServiceUrl('https://payroll.example/start');",
  },
  {
    name: 'setHttpDestination',
    parameters: [text('url')],
    target: 'saml',
    doc: 'Address that the browser posts the response to.',
    example: 'setHttpDestination(ServiceUrl);',
  },
  {
    name: 'setRelayState',
    parameters: [text('state')],
    target: 'saml',
    doc: 'Text that travels with the response and comes back unchanged to the service provider.',
    example: "setRelayState('/reports');",
  },
  {
    name: 'setWctx',
    parameters: [text('context')],
    target: 'saml',
    doc: 'The wctx parameter of WS-Federation service providers.',
    example: "setWctx('rm=0&id=passive');",
  },
  {
    name: 'setVersion',
    parameters: [text('version', ['1', '1.1', '2', '2.0'])],
    target: 'saml',
    doc: 'Version of SAML: 1 stands for 1.1, and 2, the default, for 2.0.',
    example: "setVersion('2');",
  },
  {
    name: 'setSignatureType',
    parameters: [text('type', ['Response', 'Assertion'])],
    target: 'saml',
    doc: 'Which element is signed: Response, the default, or Assertion.',
    example: "setSignatureType('Assertion');",
  },
  {
    name: 'setDigestMethodAlgorithm',
    parameters: [text('algorithm', DIGESTS)],
    target: 'saml',
    doc: 'Digest of the signature: sha1, sha256, sha384 or sha512.',
    example: "setDigestMethodAlgorithm('sha256');",
  },
  {
    name: 'setAuthenticationMethod',
    parameters: [text('method')],
    target: 'saml',
    doc: 'How the user signed in: the URN of an authentication context class.',
    example: "setAuthenticationMethod('urn:oasis:names:tc:SAML:2.0:ac:classes:Password');",
  },
  {
    name: 'setAttribute',
    parameters: [text('name'), { name: 'value', kind: 'anything' }],
    target: 'saml',
    doc: 'Adds an attribute with one value. Called twice with the same name, the last value stays. A null value sends an empty attribute.',
    example: "setAttribute('Department', LoginUser.Get('department'));",
  },
  {
    name: 'setAttributeArray',
    parameters: [text('name'), { name: 'values', kind: 'textList' }],
    target: 'saml',
    doc: 'Adds an attribute with every value of a list. Called twice with the same name, the last list stays.',
    example: "setAttributeArray('Groups', LoginUser.GroupNames);",
  },
  {
    name: 'setCustomAttribute',
    parameters: [text('name'), text('namespace'), { name: 'value', kind: 'anything' }],
    target: 'saml',
    doc: 'Adds an attribute with a namespace, as SAML 1.1 service providers ask for.',
    example: "setCustomAttribute('upn', 'http://schemas.xmlsoap.org/claims', LoginUser.Username);",
  },
  {
    name: 'addSubjectToAttrStatement',
    parameters: [{ name: 'isAdded', kind: 'boolean' }],
    target: 'saml',
    doc: 'Repeats the subject inside the attribute statement of SAML 1.1.',
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
    name: 'trace',
    parameters: [{ name: 'value', kind: 'anything' }],
    target: 'any',
    doc: 'Writes a line to the trace that a test of the script shows.',
    example: "trace(LoginUser.Get('department'));",
  },
] as const satisfies readonly ScriptFunction[];

export type ScriptFunctionName = (typeof SCRIPT_FUNCTIONS)[number]['name'];
