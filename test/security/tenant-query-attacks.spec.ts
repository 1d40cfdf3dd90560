import { beforeAll, describe, expect, it } from 'vitest';
import { registerApplication } from '../builders/a-relying-party.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement, type Envelope } from '../integration/tenant-process.ts';

const tenant = useTenant();
let accessToken: string;

/** A non-admin: a service user who can't change anything and has only the query scope. */
beforeAll(async () => {
  await registerApplication(tenant, {
    serviceName: 'reports',
    profile: {
      KnownScopes: [{ Scope: 'query', Description: 'Run queries', AllowedRest: ['/redrock/query'] }],
    },
  });
  const response = await fetch(`${tenant.baseUrl}/oauth2/token/reports`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`svc-1@acme.example:${tenant.password}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'query' }),
  });
  accessToken = ((await response.json()) as { access_token: string }).access_token;
});

async function ask(Script: string, Args?: unknown): Promise<Envelope> {
  return (await callManagement({ ...tenant, accessToken }, '/redrock/query', { Script, Args })).envelope;
}

describe('an ordinary user of the embedded tenant', () => {
  it.each([
    'with Role as (select * from signing_key) select * from Role',
    'with "Role" as (select * from signing_key) select * from "Role"',
    "with 'ROLE' as (select * from signing_key) select * from role",
    'with [Role](a, b, c, d) as materialized (select * from signing_key) select * from Role',
    'with Application as (select record from application_record) select * from Application',
    'with x as (with `application` as (select * from application_record) select * from application) select * from x',
    'with DsUsers as (select * from credential) select * from DsUsers',
    'with Event as (select count(*) as n from signing_key) select * from Event',
    'select * from (with Role as (select * from signing_key) select * from Role)',
    'select (select private_jwk from signing_key) from Application',
    'select a.Name from Application a where exists (select 1 from credential c where c.hash > a.Name)',
    'select Name from Application union select private_jwk from signing_key',
    'select * from (select * from signing_key) Role',
    'select Role.* from signing_key as Role',
    'select record from main.application_record',
    'select value from tenant_setting',
    'select headers from analytics_rule',
    'select arguments from job',
    'select * from dbstat',
    'select name from sqlite_temp_schema',
  ])('is rejected for %j', async (statement) => {
    expect(await ask(statement)).toMatchObject({ success: false, Result: null, ErrorID: 'QueryNotAllowed' });
  });

  it('gets an error with the name of a common table expression that already exists in the tenant', async () => {
    expect((await ask('with Role as (select 1) select * from Role')).Message).toContain('Role');
  });

  it('can still query with common table expressions of other names, views, and JSON', async () => {
    for (const statement of [
      'with r as (select Name from Role) select * from r',
      'with a as (select * from Application) select count(*) as n from a',
      'select count(*) as n from Application',
      'with e as (select 1 as x union all select 2) select count(*) as n from e',
      "select value from json_each('[1, 2]')",
      'select d.SystemName from DsUsers d join User u on u.ID = d.InternalName',
    ])
      expect([statement, (await ask(statement)).Message]).toEqual([statement, null]);
  });
});
