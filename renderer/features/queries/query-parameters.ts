import type { QueryParameter } from '../../../contract/queries.ts';

export const parameterTypes = ['text', 'number', 'list', 'null'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** What a person typed for a parameter, as the value it stands for; undefined when it is none. */
export function parameterValue(type: ParameterType, typed: string): QueryParameter | undefined {
  switch (type) {
    case 'text':
      return typed;
    case 'number': {
      const value = Number(typed);
      return typed.trim() !== '' && Number.isFinite(value) ? value : undefined;
    }
    case 'list': {
      const values = typed
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);
      return values.length === 0 ? undefined : values;
    }
    case 'null':
      return null;
  }
}

/** What a person entered for one parameter. */
export interface TypedParameter {
  readonly type: ParameterType;
  readonly text: string;
}

/** The values of all `names`; undefined while one of them stands for none. */
export function parameterValues(
  names: readonly string[],
  typed: Readonly<Record<string, TypedParameter>>,
): Record<string, QueryParameter> | undefined {
  const values: Record<string, QueryParameter> = {};
  for (const name of names) {
    const value = parameterValue(typed[name]?.type ?? 'text', typed[name]?.text ?? '');
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}
