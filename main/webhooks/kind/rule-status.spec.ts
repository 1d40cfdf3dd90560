import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createRuleStatusMeanings, webhookSchemaSteps } from './rule-status.ts';

function openMeanings() {
  const database = new DatabaseSync(':memory:');
  for (const step of webhookSchemaSteps.steps) database.exec(step);
  return createRuleStatusMeanings(database, { write: () => undefined });
}

const sandbox = { id: 'sandbox', isSandbox: true };
const remote = { id: 'remote', isSandbox: false };

describe('rule status numbers', () => {
  it('are known for embedded tenants', () => {
    const meanings = openMeanings();
    expect(meanings.activation(sandbox, 0)).toBe('enabled');
    expect(meanings.activation(sandbox, 1)).toBe('disabled');
  });

  it('are unknown on other tenants until learned for each tenant', () => {
    const meanings = openMeanings();
    expect(meanings.activation(remote, 0)).toBe('unknown');
    meanings.learn(remote, 3, true);
    meanings.learn(remote, 4, false);
    expect(meanings.activation(remote, 3)).toBe('enabled');
    expect(meanings.activation(remote, 4)).toBe('disabled');
    expect(meanings.activation(remote, 0)).toBe('unknown');
    expect(meanings.activation({ id: 'another', isSandbox: false }, 3)).toBe('unknown');
  });

  it('stay unknown when a tenant shows the same number for both', () => {
    const meanings = openMeanings();
    meanings.learn(remote, 0, true);
    meanings.learn(remote, 0, false);
    expect(meanings.activation(remote, 0)).toBe('unknown');
    meanings.learn(remote, 0, true);
    expect(meanings.activation(remote, 0)).toBe('unknown');
  });
});
