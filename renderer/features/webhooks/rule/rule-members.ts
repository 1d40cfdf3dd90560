import { formatExact } from '../../../../languages/json/format-exact.ts';

/** A member of the rule record that no form shows: its name, and its value in words. */
interface RuleMember {
  readonly name: string;
  readonly value: string;
}

/**
 * What a rule record says beside what the forms edit: by which filter it matches, and who carries its actions out.
 * Source: platform specification, "Webhook rule record".
 */
export function ruleMembers(record: Readonly<Record<string, unknown>>): readonly RuleMember[] {
  const rule = membersOf(record['rule']);
  const actions = Array.isArray(record['actions']) ? record['actions'].map(membersOf) : [];
  return [
    { name: 'filter_type', value: words(rule['filter_type']) },
    ...actions.flatMap((action, index) => {
      const place = actions.length === 1 ? '' : ` (action ${index + 1})`;
      return ['action_type', 'action_provider', 'provider_meta_data'].map((name) => ({
        name: `${name}${place}`,
        value: words(action[name]),
      }));
    }),
    { name: 'status', value: words(record['status']) },
    { name: 'new', value: words(record['new']) },
    { name: 'id', value: words(record['id']) },
  ];
}

function words(value: unknown): string {
  if (value === undefined) return 'not given';
  return typeof value === 'string' ? value : formatExact(value);
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
