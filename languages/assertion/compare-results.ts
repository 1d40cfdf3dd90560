import type { ClaimValue, ScriptSetting } from './assertion-draft.ts';
import type { ScriptResult } from './run-assertion-script.ts';
import type { ScriptFunctionName, ScriptTarget } from './script-functions.ts';

/** What set a value: a line of the script (1-based) or an attribute of the application's settings. */
export type ValueOrigin = { readonly line: number } | 'settings';

/** A sent value in readable form. */
export interface SentValue {
  /** `Audience`, or the name of an attribute or claim. */
  readonly name: string;
  /** Several for a multi-valued attribute. */
  readonly values: readonly string[];
  /** Undefined if neither the script nor the settings set it. */
  readonly setBy?: ValueOrigin | undefined;
}

export interface ComparedValue {
  readonly name: string;
  readonly sign: 'same' | 'changed' | 'added' | 'removed';
  /** Null if it is not sent. */
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
  readonly beforeSetBy?: ValueOrigin | undefined;
  readonly afterSetBy?: ValueOrigin | undefined;
}

/** The values a script sends, in the order of the assertion or token; unset values are absent. */
export function sentValues(
  { assertion, claims, formFields, setBy }: ScriptResult,
  target: Exclude<ScriptTarget, 'any'>,
): SentValue[] {
  const origin = originsIn(setBy);
  if (target === 'token') {
    return Object.entries(claims).map(([name, value]) => ({
      name,
      values: claimTexts(value),
      ...origin(['setClaim'], name),
    }));
  }
  const one = (name: string, value: string | null, ...functions: ScriptFunctionName[]): SentValue[] =>
    value === null ? [] : [{ name, values: [value], ...origin(functions) }];
  return [
    ...one('Name ID', assertion.subjectName, 'setSubjectName'),
    ...one('Name ID format', assertion.subjectNameFormat, 'setSubjectNameFormat', 'setNameFormat'),
    ...one('Subject confirmation', assertion.subjectConfirmationMethod, 'setSubjectConfirmationMethod'),
    ...one('Issuer', assertion.issuer, 'setIssuer'),
    ...one('Audience', assertion.audience, 'setAudience'),
    ...one('Recipient', assertion.recipient, 'setRecipient'),
    ...one('Destination', assertion.httpDestination, 'setHttpDestination'),
    ...one('Service URL', assertion.serviceUrl, 'setServiceUrl'),
    ...one('Relay state', assertion.relayState, 'setRelayState'),
    ...(assertion.overwritesRelayState ? one('Relay state overwrites', 'yes', 'setRelayState') : []),
    ...one('wctx', assertion.wctx, 'setWctx'),
    ...one('Authentication', assertion.authenticationMethod, 'setAuthenticationMethod'),
    ...assertion.attributes.map(({ name, namespace, values }) => ({
      name: namespace === null ? name : `${name} (${namespace})`,
      values,
      ...origin(
        namespace === null ? ['setAttribute', 'setAttributeArray', 'SamlAttributes'] : ['setCustomAttribute'],
        name,
      ),
    })),
    ...formFields.map(({ name, value }) => ({ name: `${name} (form field)`, values: [value] })),
    ...(assertion.subjectInAttributeStatement
      ? one('Subject in attributes', 'yes', 'addSubjectToAttrStatement')
      : []),
    ...one('Version', assertion.version, 'setVersion'),
    ...one('Signature', assertion.signatureType, 'setSignatureType'),
    ...one('Digest', assertion.digestMethod, 'setDigestMethodAlgorithm'),
  ];
}

function originsIn(settings: readonly ScriptSetting[]) {
  return (functions: readonly ScriptSetting['function'][], name?: string): { setBy?: ValueOrigin } => {
    const found = settings.find(
      (one) => functions.includes(one.function) && (name === undefined || one.name === name),
    );
    if (found?.function === 'SamlAttributes') return { setBy: 'settings' };
    return found?.line == null ? {} : { setBy: { line: found.line } };
  };
}

/**
 * Compares two results value by value, in the order of the second; values that only the first sends come
 * last. Attributes with the same name are matched by their order.
 */
export function compareResults(before: readonly SentValue[], after: readonly SentValue[]): ComparedValue[] {
  const old = new Map(before.map((value) => [value.name, value]));
  const compared = after.map(({ name, values, setBy }): ComparedValue => {
    const was = old.get(name);
    old.delete(name);
    if (was === undefined) return { name, sign: 'added', before: null, after: values, afterSetBy: setBy };
    const sign = isSame(was.values, values) ? 'same' : 'changed';
    return { name, sign, before: was.values, after: values, beforeSetBy: was.setBy, afterSetBy: setBy };
  });
  const removed = [...old.values()].map(({ name, values, setBy }): ComparedValue => {
    return { name, sign: 'removed', before: values, after: null, beforeSetBy: setBy };
  });
  return [...compared, ...removed];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function claimTexts(value: ClaimValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  return [JSON.stringify(value)];
}
