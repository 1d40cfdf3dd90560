import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { managementSchemaSteps } from '../store/management-schema.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import { createArtifactStore } from './artifact-adapter.ts';

const begun = 1_800_000_000;
const lifetime = 600;

/** A store on its own database, with both clocks in seconds. */
function open() {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true });
  applySchemaSteps(database, managementSchemaSteps);
  const clocks = { wall: begun, steady: begun };
  const start = () =>
    createArtifactStore(
      database,
      { now: () => clocks.wall * 1000, steadyNow: () => clocks.steady * 1000 },
      () => undefined,
      () => undefined,
    );
  return { clocks, start };
}

const token = { iat: begun, exp: begun + lifetime, kind: 'AccessToken' };

describe('the lifetime of a token', () => {
  it.each([-7200, 7200])('is unaffected when the system clock is set by %d s', async (by) => {
    const { clocks, start } = open();
    const adapter = start().adapter('AccessToken');
    await adapter.upsert('secret', token, lifetime);
    clocks.wall += by + 100;
    clocks.steady += 100;
    expect(await adapter.find('secret')).toMatchObject({ exp: clocks.wall + 500 });
    clocks.wall += 501;
    clocks.steady += 501;
    expect(await adapter.find('secret')).toBeUndefined();
  });

  it('is never extended if the clock moved backward before a restart', async () => {
    const { clocks, start } = open();
    await start().adapter('AccessToken').upsert('secret', token, lifetime);
    clocks.wall -= 7200;
    clocks.steady = clocks.wall;
    expect(await start().adapter('AccessToken').find('secret')).toMatchObject({
      exp: clocks.wall + lifetime,
    });
  });

  it('is over after a restart when it has expired', async () => {
    const { clocks, start } = open();
    await start().adapter('AccessToken').upsert('secret', token, lifetime);
    clocks.wall += lifetime + 1;
    clocks.steady = clocks.wall;
    expect(await start().adapter('AccessToken').find('secret')).toBeUndefined();
  });
});
