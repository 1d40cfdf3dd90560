import { SCRIPT_FUNCTIONS } from './script-functions.ts';
import { SCRIPT_OBJECTS } from './script-objects.ts';

/** Something that may be typed at a place. */
export interface ScriptCompletion {
  readonly label: string;
  readonly kind: 'function' | 'object' | 'property' | 'method' | 'value';
  /** Signature or meaning, short. */
  readonly detail: string;
  readonly doc: string;
  /** What is inserted when it differs from the label. */
  readonly insert?: string;
}

export interface ScriptCompletions {
  /** Offset from which the typed text is replaced. */
  readonly from: number;
  readonly options: readonly ScriptCompletion[];
}

/** What may be typed at an offset: members after an object's dot, values of a parameter, else names. */
export function completeScript(script: string, offset: number): ScriptCompletions {
  const before = script.slice(0, offset);
  const member = /([A-Za-z_$][\w$]*)\s*\.\s*([\w$]*)$/.exec(before);
  if (member !== null) {
    const object = SCRIPT_OBJECTS.find((one) => one.name === member[1]);
    return {
      from: offset - (member[2]?.length ?? 0),
      options: object === undefined ? [] : membersOf(object),
    };
  }
  const value = /([A-Za-z_$][\w$]*)\s*\(\s*(['"])([^'"]*)$/.exec(before);
  if (value !== null) {
    return { from: offset - (value[3]?.length ?? 0), options: valuesOf(value[1] ?? '') };
  }
  const typed = /[\w$]*$/.exec(before)?.[0] ?? '';
  return { from: offset - typed.length, options: NAMES };
}

function membersOf(object: (typeof SCRIPT_OBJECTS)[number]): ScriptCompletion[] {
  return object.members.map((member) =>
    'call' in member
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
  const parameter = SCRIPT_FUNCTIONS.find((one) => one.name === name)?.parameters[0];
  const values = parameter !== undefined && 'oneOf' in parameter ? parameter.oneOf : undefined;
  return (values ?? []).map((value) => ({ label: value, kind: 'value', detail: name, doc: '' }));
}

const NAMES: readonly ScriptCompletion[] = [
  ...SCRIPT_FUNCTIONS.map(({ name, parameters, doc }): ScriptCompletion => {
    const signature = `(${parameters.map((parameter) => parameter.name).join(', ')})`;
    return { label: name, kind: 'function', detail: signature, doc, insert: `${name}()` };
  }),
  ...SCRIPT_OBJECTS.map(({ name, doc, members }): ScriptCompletion => {
    return { label: name, kind: 'object', detail: members.length === 0 ? 'text' : 'object', doc };
  }),
];
