import { formatExact } from '../../../../languages/json/format-exact.ts';

/** A member of the rule record that no form shows: its name and its value as text. */
interface RuleMember {
  readonly name: string;
  readonly value: string;
}

/**
 * Members of a rule record that the forms don't edit: the filter it matches by, and the provider of its actions.
 * Source: platform specification, "Webhook rule record".
 */
export function ruleMembers(record: Readonly<Record<string, unknown>>): readonly RuleMember[] {
  const rule = membersOf(record['rule']);
  const actions = Array.isArray(record['actions']) ? record['actions'].map(membersOf) : [];
  return [
    { name: 'filter_type', value: valueText(rule['filter_type']) },
    ...actions.flatMap((action, index) => {
      const place = actions.length > 1 ? ` (action ${index + 1})` : '';
      return ['action_type', 'action_provider', 'provider_meta_data'].map((name) => ({
        name: `${name}${place}`,
        value: valueText(action[name]),
      }));
    }),
    { name: 'status', value: valueText(record['status']) },
    { name: 'new', value: valueText(record['new']) },
    { name: 'id', value: valueText(record['id']) },
  ];
}

function valueText(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : formatExact(value);
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
