import { z } from 'zod';
import type { PolicyKey, PolicyKeyFacts } from '../../contract/policy/policy.ts';
import { factsOf, policyKeys, policySchema } from '../../contract/policy/policy.ts';

/** How a value is entered and stored. `lines` and `json` have several lines. */
export type PolicyValueKind =
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' }
  | { readonly kind: 'version' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'block' }
  | { readonly kind: 'lines' }
  | { readonly kind: 'json' };

/** A key of the policy as the generated files describe it. */
export interface PolicyEntry extends PolicyKeyFacts {
  readonly key: PolicyKey;
  readonly value: PolicyValueKind;
}

const propertySchema = z.looseObject({
  type: z.enum(['boolean', 'integer', 'string', 'array']),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  items: z.looseObject({ type: z.string() }).optional(),
});

/** All keys, in the order of the schema. */
export function policyEntries(): readonly PolicyEntry[] {
  const { properties = {} } = z.toJSONSchema(policySchema, { io: 'input' });
  return policyKeys.map((key) => ({
    ...factsOf(key),
    key,
    value: kindOf(propertySchema.parse(properties[key])),
  }));
}

function kindOf({
  type,
  minimum = 0,
  maximum = 0,
  format,
  enum: choices,
  pattern,
  items,
}: z.infer<typeof propertySchema>): PolicyValueKind {
  switch (type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
      return { kind: 'number', min: minimum, max: maximum };
    case 'string':
      if (choices !== undefined) return { kind: 'choice', choices };
      if (pattern !== undefined && format === undefined) return { kind: 'version' };
      return { kind: format === 'uri' ? 'text' : 'block' };
    case 'array':
      return { kind: items?.type === 'object' ? 'json' : 'lines' };
  }
}
