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
