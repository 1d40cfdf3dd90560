import type { ClaimValue } from './assertion-draft.ts';
import type { ScriptResult } from './run-assertion-script.ts';
import type { ScriptTarget } from './script-functions.ts';

/** One thing that is sent, as a person reads it. */
export interface SentValue {
  /** `Audience`, or the name of an attribute or claim. */
  readonly name: string;
  /** Several for an attribute with several values. */
  readonly values: readonly string[];
}

export interface ComparedValue {
  readonly name: string;
  readonly sign: 'same' | 'changed' | 'added' | 'removed';
  /** Null where it is not sent. */
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** What a script sent, in the order in which an assertion or a token is read: what is not sent is absent. */
export function sentValues(
  { assertion, claims, formFields }: ScriptResult,
  target: Exclude<ScriptTarget, 'any'>,
): SentValue[] {
  if (target === 'token') {
    return Object.entries(claims).map(([name, value]) => ({ name, values: claimTexts(value) }));
  }
  const one = (name: string, value: string | null): SentValue[] =>
    value === null ? [] : [{ name, values: [value] }];
  return [
    ...one('Name ID', assertion.subjectName),
    ...one('Name ID format', assertion.subjectNameFormat),
    ...one('Subject confirmation', assertion.subjectConfirmationMethod),
    ...one('Issuer', assertion.issuer),
    ...one('Audience', assertion.audience),
    ...one('Recipient', assertion.recipient),
    ...one('Destination', assertion.httpDestination),
    ...one('Service URL', assertion.serviceUrl),
    ...one('Relay state', assertion.relayState),
    ...(assertion.overwritesRelayState ? one('Relay state overwrites', 'yes') : []),
    ...one('wctx', assertion.wctx),
    ...one('Authentication', assertion.authenticationMethod),
    ...assertion.attributes.map(({ name, namespace, values }) => ({
      name: namespace === null ? name : `${name} (${namespace})`,
      values,
    })),
    ...formFields.map(({ name, value }) => ({ name: `${name} (form field)`, values: [value] })),
    ...(assertion.subjectInAttributeStatement ? one('Subject in attributes', 'yes') : []),
    ...one('Version', assertion.version),
    ...one('Signature', assertion.signatureType),
    ...one('Digest', assertion.digestMethod),
  ];
}

/**
 * Two results value by value, in the order of the second; what only the first sends comes after. Attributes of one name
 * stand apart by their order.
 */
export function compareResults(before: readonly SentValue[], after: readonly SentValue[]): ComparedValue[] {
  const old = new Map(before.map((value) => [value.name, value.values]));
  const compared = after.map(({ name, values }): ComparedValue => {
    const was = old.get(name);
    old.delete(name);
    if (was === undefined) return { name, sign: 'added', before: null, after: values };
    return { name, sign: isSame(was, values) ? 'same' : 'changed', before: was, after: values };
  });
  const gone = [...old].map(([name, values]): ComparedValue => {
    return { name, sign: 'removed', before: values, after: null };
  });
  return [...compared, ...gone];
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function claimTexts(value: ClaimValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value;
  return [JSON.stringify(value)];
}
