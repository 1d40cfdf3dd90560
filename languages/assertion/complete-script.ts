import { SCRIPT_FUNCTIONS, signatureOf, type ScriptParameter } from './script-functions.ts';
import { SCRIPT_OBJECTS, type ScriptObject } from './script-objects.ts';
import { scriptTokens } from './script-tokens.ts';

/** A completion item. */
export interface ScriptCompletion {
  readonly label: string;
  readonly kind: 'function' | 'object' | 'property' | 'method' | 'value';
  /** Signature or short description. */
  readonly detail: string;
  readonly doc: string;
  /** Text to insert if it differs from the label. */
  readonly insert?: string;
}

export interface ScriptCompletions {
  /** Offset from which the typed text is replaced. */
  readonly from: number;
  readonly options: readonly ScriptCompletion[];
}

/** What is known beside the language. */
interface CompletionFacts {
  /** Names of attributes that users have, for LoginUser.Get. */
  readonly attributes?: readonly string[];
  /** Application field names for Application.Get. */
  readonly fields?: readonly string[];
}

/**
 * Completions at an offset: members after an object's dot, attributes and fields inside the parentheses of
 * Get, values of a parameter, otherwise names, with those declared in the script first.
 */
export function completeScript(
  script: string,
  offset: number,
  facts: CompletionFacts = {},
): ScriptCompletions {
  const before = script.slice(0, offset);
  const member = /([A-Za-z_$][\w$]*)\s*\.\s*([\w$]*)$/.exec(before);
  if (member !== null) {
    const object = SCRIPT_OBJECTS.find((one) => one.name === member[1]);
    return {
      from: offset - (member[2]?.length ?? 0),
      options: object === undefined ? [] : membersOf(object),
    };
  }
  const lookedUp =
    /(LoginUser|Application)\s*\.\s*(?:Get|GetValues|GetGroupAttributeValues)\s*\(\s*(['"])([^'"]*)$/.exec(
      before,
    );
  if (lookedUp !== null) {
    const names =
      lookedUp[1] === 'LoginUser'
        ? new Set([...(facts.attributes ?? []), ...DIRECTORY_ATTRIBUTES])
        : (facts.fields ?? []);
    const detail = lookedUp[1] === 'LoginUser' ? 'attribute' : 'field';
    return {
      from: offset - (lookedUp[3]?.length ?? 0),
      options: [...names].map((label) => ({ label, kind: 'value', detail, doc: '' })),
    };
  }
  const value = /([A-Za-z_$][\w$]*)\s*\(\s*(['"])([^'"]*)$/.exec(before);
  if (value !== null) {
    return { from: offset - (value[3]?.length ?? 0), options: valuesOf(value[1] ?? '') };
  }
  const typed = /[\w$]*$/.exec(before)?.[0] ?? '';
  return { from: offset - typed.length, options: [...ownNames(script, offset), ...NAMES] };
}

/** Names declared in the script, except for the one being typed. */
function ownNames(script: string, offset: number): ScriptCompletion[] {
  const tokens = scriptTokens(script);
  const found = new Map<string, ScriptCompletion>();
  tokens.forEach(({ kind, text: label, end }, index) => {
    const keyword = tokens[index - 1]?.text ?? '';
    if (kind !== 'name' || end === offset || !/^(?:var|let|const|function)$/.test(keyword)) return;
    const isFunction = keyword === 'function';
    found.set(label, {
      label,
      kind: isFunction ? 'function' : 'value',
      detail: isFunction ? 'function in this script' : 'in this script',
      doc: '',
      ...(isFunction ? { insert: `${label}()` } : {}),
    });
  });
  return [...found.values()];
}

function membersOf(object: ScriptObject): ScriptCompletion[] {
  return object.members.map((member) =>
    member.call !== undefined
      ? {
          label: member.name,
          kind: 'method',
          detail: member.call,
          doc: member.doc,
          insert: `${member.name}('')`,
        }
      : { label: member.name, kind: 'property', detail: object.name, doc: member.doc },
  );
}

function valuesOf(name: string): ScriptCompletion[] {
  const parameter: ScriptParameter | undefined = SCRIPT_FUNCTIONS.find((one) => one.name === name)
    ?.parameters[0];
  return (parameter?.oneOf ?? parameter?.suggested ?? []).map((value) => ({
    label: value,
    kind: 'value',
    detail: name,
    doc: '',
  }));
}

/** Active Directory attributes behind the members of LoginUser, plus others that scripts often read. */
const DIRECTORY_ATTRIBUTES: readonly string[] = [
  ...['mail', 'userPrincipalName', 'sAMAccountName', 'givenName', 'sn', 'displayName', 'cn'],
  ...['department', 'title', 'employeeID', 'telephoneNumber', 'mobile', 'homePhone', 'manager'],
  ...['memberOf', 'proxyAddresses', 'objectGUID', 'company', 'physicalDeliveryOfficeName'],
];

const NAMES: readonly ScriptCompletion[] = [
  ...SCRIPT_FUNCTIONS.map(({ name, parameters, doc }): ScriptCompletion => {
    return { label: name, kind: 'function', detail: signatureOf('', parameters), doc, insert: `${name}()` };
  }),
  ...SCRIPT_OBJECTS.map(({ name, doc, value }): ScriptCompletion => {
    return { label: name, kind: 'object', detail: value === undefined ? 'object' : 'text', doc };
  }),
];
