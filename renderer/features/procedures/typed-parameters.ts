import type { TypedParameter } from '../../../contract/queries/queries.ts';
import { parameterTypes } from '../../../contract/queries/query-parameter-types.ts';

/** Parameters from their stored text; none if it is invalid. */
export function typedParametersOf(remembered: string | undefined): readonly TypedParameter[] {
  try {
    const value: unknown = JSON.parse(remembered ?? '[]');
    return Array.isArray(value) ? value.filter(isTyped) : [];
  } catch {
    return [];
  }
}

function isTyped(value: unknown): value is TypedParameter {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, text } = value as Record<string, unknown>;
  return (
    typeof name === 'string' && typeof text === 'string' && parameterTypes.some((known) => known === type)
  );
}
