import {
  argumentCountProblem,
  SCRIPT_FUNCTIONS,
  type ScriptFunctionName,
  type ScriptParameter,
} from './script-functions.ts';

export type ClaimValue =
  string | number | boolean | null | readonly ClaimValue[] | { readonly [name: string]: ClaimValue };

export interface AssertionAttribute {
  readonly name: string;
  readonly namespace: string | null;
  readonly values: readonly string[];
}

/** The assertion built by a script; null for values that were not set. */
export interface Assertion {
  readonly version: '1.1' | '2.0';
  readonly issuer: string | null;
  readonly subjectName: string | null;
  readonly subjectNameFormat: string | null;
  readonly subjectConfirmationMethod: string | null;
  readonly audience: string | null;
  readonly recipient: string | null;
  readonly serviceUrl: string | null;
  readonly httpDestination: string | null;
  readonly relayState: string | null;
  /** Whether the relay state replaces one sent by the service provider. */
  readonly overwritesRelayState: boolean;
  readonly wctx: string | null;
  readonly authenticationMethod: string | null;
  readonly signatureType: 'Response' | 'Assertion';
  readonly digestMethod: string;
  readonly subjectInAttributeStatement: boolean;
  /** In the order they were first set; setting one again replaces its values. */
  readonly attributes: readonly AssertionAttribute[];
}

/** A form field for a user-password application. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** Invalid arguments in a script call; the message is for the script's author. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** The script's output exceeds the limits. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

export interface DraftLimits {
  readonly attributes: number;
  readonly traceLines: number;
  /** Maximum characters per value. */
  readonly valueLength: number;
}

/** Collects the calls of one script run. */
export interface AssertionDraft {
  /** `line` is the line of the call; throws ArgumentError and OutputError. */
  call(name: ScriptFunctionName, values: readonly unknown[], line?: number | null): void;
  addFormField(values: readonly unknown[]): void;
  assertion(): Assertion;
  claims(): Readonly<Record<string, ClaimValue>>;
  formFields(): readonly FormField[];
  trace(): readonly string[];
  /** The last effective call for each value. */
  setBy(): readonly ScriptSetting[];
}

/** A script call, or an attribute from the application's settings, that affects the result. */
export interface ScriptSetting {
  readonly function: ScriptFunctionName | 'SamlAttributes';
  /** Name of the attribute or claim; null for values that exist once. */
  readonly name: string | null;
  /** 1-based; null if the engine can't determine it. */
  readonly line: number | null;
}

/** Functions that set one of several named values. */
const NAMING: ReadonlySet<ScriptFunctionName> = new Set<ScriptFunctionName>([
  'setAttribute',
  'setAttributeArray',
  'setCustomAttribute',
  'setClaim',
]);

/** Claims reserved for the issuer: a script that set them could impersonate another user. */
const ISSUER_CLAIMS = new Set([
  'iss',
  'sub',
  'iat',
  'exp',
  'nbf',
  'jti',
  'nonce',
  'auth_time',
  'azp',
  'at_hash',
  'c_hash',
  's_hash',
  'sid',
]);

const FORM_FIELD: readonly ScriptParameter[] = [
  { name: 'name', kind: 'text' },
  { name: 'value', kind: 'anything' },
];

const FUNCTIONS: ReadonlyMap<string, { readonly parameters: readonly ScriptParameter[] }> = new Map(
  SCRIPT_FUNCTIONS.map((one) => [one.name, one]),
);

export function createAssertionDraft(limits: DraftLimits): AssertionDraft {
  const texts = new Map<ScriptFunctionName, string>();
  const attributes = new Map<string, AssertionAttribute>();
  const claims = new Map<string, ClaimValue>();
  const settings = new Map<string, ScriptSetting>();
  const formFields = new Map<string, string>();
  const trace: string[] = [];
  let overwritesRelayState = false;
  let subjectInAttributeStatement = false;
  const { short, requireSpace } = outputChecks(limits);

  function addAttribute(name: string, namespace: string | null, values: readonly string[]): void {
    const key = `${namespace ?? ''} ${name}`;
    requireSpace(attributes, key, `sets more than ${limits.attributes} attributes`);
    attributes.set(key, { name, namespace, values });
  }

  function addClaim(name: string, value: unknown): void {
    if (ISSUER_CLAIMS.has(name))
      throw new ArgumentError(`Scripts can't set the claim ${name}: it is set by the issuer.`);
    requireSpace(claims, name, `sets more than ${limits.attributes} claims`);
    // Values without a JSON form yield undefined, which the type declaration omits.
    const written = (JSON.stringify(value) as string | undefined) ?? 'null';
    short(written);
    claims.set(name, JSON.parse(written) as ClaimValue);
  }

  function take(name: ScriptFunctionName, values: readonly unknown[], first: string): void {
    switch (name) {
      case 'setAttribute':
        return addAttribute(first, null, [short(textOf(values[1]))]);
      case 'setAttributeArray':
        return addAttribute(first, null, listOf(values[1]).map(short));
      case 'setCustomAttribute':
        return addAttribute(first, short(textOf(values[1])), [short(textOf(values[2]))]);
      case 'setClaim':
        return addClaim(first, values[1]);
      case 'addSubjectToAttrStatement':
        subjectInAttributeStatement = isTrue(values[0]);
        return;
      case 'setRelayState':
        overwritesRelayState = isTrue(values[1]);
        texts.set(name, first);
        return;
      case 'trace':
        if (trace.length >= limits.traceLines)
          throw new OutputError('The script writes too many trace lines.');
        trace.push(first);
        return;
      default:
        texts.set(name, first);
    }
  }

  return {
    call(name, values, line = null) {
      checkArguments(name, FUNCTIONS.get(name)?.parameters ?? [], values);
      const first = short(textOf(values[0]));
      take(name, values, first);
      if (name === 'trace') return;
      const named = NAMING.has(name) ? first : null;
      settings.set(settingKey(name, named, values), { function: name, name: named, line });
    },
    addFormField(values) {
      checkArguments('response.AddFormField', FORM_FIELD, values);
      const name = short(textOf(values[0]));
      requireSpace(formFields, name, `adds more than ${limits.attributes} form fields`);
      formFields.set(name, short(textOf(values[1])));
    },
    assertion: () => ({
      ...assertionOf(texts),
      overwritesRelayState,
      subjectInAttributeStatement,
      attributes: [...attributes.values()],
    }),
    claims: () => Object.fromEntries(claims),
    formFields: () => [...formFields].map(([name, value]) => ({ name, value })),
    trace: () => trace,
    setBy: () => [...settings.values()],
  };
}

/** Checks that throw OutputError. */
function outputChecks(limits: DraftLimits) {
  return {
    short(text: string): string {
      if (text.length > limits.valueLength) {
        throw new OutputError(`A value is longer than ${limits.valueLength} characters.`);
      }
      return text;
    },
    /** Replacing an entry is always possible. */
    requireSpace(entries: ReadonlyMap<string, unknown>, key: string, problem: string): void {
      if (!entries.has(key) && entries.size >= limits.attributes) {
        throw new OutputError(`The script ${problem}.`);
      }
    },
  };
}

/** The same for calls of which the later replaces the earlier: all functions that set an attribute share its name. */
function settingKey(name: ScriptFunctionName, named: string | null, values: readonly unknown[]): string {
  const kind = named === null || name === 'setClaim' ? name : 'attribute';
  const namespace = name === 'setCustomAttribute' ? textOf(values[1]) : '';
  return `${kind} ${namespace} ${named ?? ''}`;
}

/** The values that each have a separate function; null for those that the script didn’t set. */
function assertionOf(
  texts: ReadonlyMap<ScriptFunctionName, string>,
): Omit<Assertion, 'overwritesRelayState' | 'subjectInAttributeStatement' | 'attributes'> {
  const textFrom = (name: ScriptFunctionName): string | null => texts.get(name) ?? null;
  return {
    version: texts.get('setVersion')?.startsWith('1') === true ? '1.1' : '2.0',
    issuer: textFrom('setIssuer'),
    subjectName: textFrom('setSubjectName'),
    subjectNameFormat: textFrom('setSubjectNameFormat') ?? textFrom('setNameFormat'),
    subjectConfirmationMethod: textFrom('setSubjectConfirmationMethod'),
    audience: textFrom('setAudience'),
    recipient: textFrom('setRecipient'),
    serviceUrl: textFrom('setServiceUrl'),
    httpDestination: textFrom('setHttpDestination'),
    relayState: textFrom('setRelayState'),
    wctx: textFrom('setWctx'),
    authenticationMethod: textFrom('setAuthenticationMethod'),
    signatureType: texts.get('setSignatureType') === 'Assertion' ? 'Assertion' : 'Response',
    digestMethod: texts.get('setDigestMethodAlgorithm') ?? 'sha256',
  };
}

function checkArguments(
  name: string,
  parameters: readonly ScriptParameter[],
  values: readonly unknown[],
): void {
  const wrongCount = argumentCountProblem(name, parameters, values.length);
  if (wrongCount !== undefined) throw new ArgumentError(wrongCount);
  parameters.forEach((parameter, index) => {
    if (index < values.length) checkArgument(name, parameter, values[index]);
  });
}

function checkArgument(name: string, parameter: ScriptParameter, value: unknown): void {
  const where = `${name}: ${parameter.name}`;
  if (parameter.kind === 'anything' || parameter.kind === 'claimValue') {
    if (value === undefined) throw new ArgumentError(`${where} is undefined.`);
    return;
  }
  if (value === undefined || value === null) throw new ArgumentError(`${where} has no value.`);
  if (parameter.kind === 'textList') {
    if (!Array.isArray(value))
      throw new ArgumentError(`${where} must be a list. For a single value, use setAttribute.`);
    return;
  }
  if (parameter.kind === 'text' && typeof value === 'object')
    throw new ArgumentError(`${where} must be a string.`);
  if (parameter.oneOf !== undefined && !parameter.oneOf.includes(textOf(value))) {
    throw new ArgumentError(`${where} must be one of ${parameter.oneOf.join(', ')}, not ${textOf(value)}.`);
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}

function isTrue(value: unknown): boolean {
  return typeof value === 'string' ? value.toLowerCase() === 'true' : value === true;
}
