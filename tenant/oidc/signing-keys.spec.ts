import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { applySchemaSteps } from '../store/schema-steps.ts';
import { managementSchemaSteps } from '../store/management-schema.ts';
import { loadSigningKeys } from './signing-keys.ts';

const DAY_MS = 86_400_000;

it('keeps signing keys, adds new ones after a month, and deletes old ones after two', () => {
  const database = new DatabaseSync(':memory:');
  applySchemaSteps(database, managementSchemaSteps);
  const keyIds = (days: number): unknown[] =>
    loadSigningKeys(database, () => days * DAY_MS).map((key) => key.kid);
  const first = keyIds(100);
  expect(first).toHaveLength(2);
  expect(keyIds(129)).toEqual(first);
  const rotated = keyIds(131);
  expect(rotated).toHaveLength(4);
  // The newest is first and signs. Older ones can still be used for verification.
  expect(rotated.slice(2).sort()).toEqual([...first].sort());
  expect(keyIds(161)).not.toEqual(expect.arrayContaining(first));
});
