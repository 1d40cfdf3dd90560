import { expect, it } from 'vitest';
import { ruleMembers } from './rule-members.ts';

it('shows the filter and the provider of a rule, and missing members', () => {
  const record = {
    rule: { filter_type: 'com.example.EventTypeFilter', filter_meta_data: {} },
    actions: [{ action_type: 'webhook', action_provider: null, provider_meta_data: { risk_level: 'Low' } }],
    status: 1,
    id: ['acme', 'rule-1'],
  };
  expect(ruleMembers(record)).toEqual([
    { name: 'filter_type', value: 'com.example.EventTypeFilter' },
    { name: 'action_type', value: 'webhook' },
    { name: 'action_provider', value: 'null' },
    { name: 'provider_meta_data', value: '{"risk_level":"Low"}' },
    { name: 'status', value: '1' },
    { name: 'new', value: 'not set' },
    { name: 'id', value: '["acme","rule-1"]' },
  ]);
  expect(ruleMembers({ actions: 'none' })[0]).toEqual({ name: 'filter_type', value: 'not set' });
  const two = ruleMembers({ actions: [{ action_provider: 'a' }, { action_provider: 'b' }] });
  expect(two.filter(({ name }) => name.startsWith('action_provider'))).toEqual([
    { name: 'action_provider (action 1)', value: 'a' },
    { name: 'action_provider (action 2)', value: 'b' },
  ]);
});
