/** Kind of a parameter of a script function. */
type ParameterKind = 'text' | 'textList' | 'boolean' | 'claimValue' | 'anything';

export interface ScriptParameter {
  readonly name: string;
  readonly kind: ParameterKind;
  /** Values that are understood; any other is refused. */
  readonly oneOf?: readonly string[];
  /** Values that are offered, where others are understood as well. */
  readonly suggested?: readonly string[];
  /** May be left out; only the last ones may. */
  readonly isOptional?: boolean;
}

/** What a script shapes: a SAML assertion, the claims of a token, or neither. */
export type ScriptTarget = 'saml' | 'token' | 'any';

/** A function that scripts may call. Editor, lint, engine and documentation all read this table. */
export interface ScriptFunction {
  readonly name: string;
  readonly parameters: readonly ScriptParameter[];
  readonly target: ScriptTarget;
  /** What it answers; absent for a function that only takes something down. */
  readonly returns?: 'text' | 'object';
  /** A sentence or two for people. */
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
 * Names and meanings as the platform's public documentation and samples use them. `setSubjectNameFormat` is ours.
 * What `returns` something is defined in the prelude; the others are calls of the draft.
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
    parameters: [{ ...text('format'), suggested: NAME_ID_FORMATS }],
    target: 'saml',
    doc: 'Format of the subject name: a short name such as emailAddress or persistent, or a full URN.',
    example: "setSubjectNameFormat('emailAddress');",
  },
  {
    name: 'setNameFormat',
    parameters: [{ ...text('format'), suggested: NAME_ID_FORMATS }],
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
    parameters: [text('state'), { name: 'overwrite', kind: 'boolean', isOptional: true }],
    target: 'saml',
    doc: 'Relay state that the service provider gets with the response. With true, it also replaces one that the service provider sent.',
    example: "setRelayState('/reports', true);",
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
    name: 'setSubjectConfirmationMethod',
    parameters: [{ ...text('method'), suggested: ['bearer', 'holder-of-key', 'sender-vouches'] }],
    target: 'saml',
    doc: 'How the subject is confirmed: bearer, the default, holder-of-key, sender-vouches, or a full URN.',
    example: "setSubjectConfirmationMethod('urn:oasis:names:tc:SAML:2.0:cm:bearer');",
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
    name: 'module',
    parameters: [{ ...text('name'), suggested: ['User'] }],
    target: 'any',
    returns: 'object',
    doc: "Loads a module of the platform. A test run has 'User': GetUserData(null) answers the user with every attribute as a member.",
    example: "module('User').GetUserData(null)",
  },
  {
    name: 'encode',
    parameters: [text('text')],
    target: 'any',
    returns: 'text',
    doc: 'The text with everything encoded that means something in HTML.',
    example: 'encode(LoginUser.Username)',
  },
  {
    name: 'createWebRequest',
    parameters: [text('url')],
    target: 'any',
    returns: 'object',
    doc: 'A request of a web page, for readContent. A test run sends none.',
    example: "createWebRequest('https://directory.example/people')",
  },
  {
    name: 'readContent',
    parameters: [{ name: 'request', kind: 'anything' }],
    target: 'any',
    returns: 'text',
    doc: 'Sends a request and answers the text of the response. In a test run, the text is the property WebResponse of the test user.',
    example: "readContent(createWebRequest('https://directory.example/people'))",
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

/** `setRelayState(state, overwrite?)`. */
export const signatureOf = (name: string, parameters: readonly ScriptParameter[]): string =>
  `${name}(${parameters.map((one) => (one.isOptional === true ? `${one.name}?` : one.name)).join(', ')})`;

/** Why a function can't be called with so many arguments; undefined where it can. */
export function argumentCountProblem(
  name: string,
  parameters: readonly ScriptParameter[],
  count: number,
): string | undefined {
  const most = parameters.length;
  const least = parameters.filter(({ isOptional }) => isOptional !== true).length;
  if (least <= count && count <= most) return undefined;
  const wanted =
    least === most ? `${most} argument${most > 1 || most === 0 ? 's' : ''}` : `${least} or ${most} arguments`;
  return `${signatureOf(name, parameters)} takes ${wanted}, not ${count}.`;
}
