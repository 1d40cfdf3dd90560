import { describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';

const { ask, call } = useTenant(() => ['--query-timeout', '2']);

interface QueryResult {
  readonly FullCount: number;
  readonly Count: number;
  readonly IsAggregate: boolean;
  readonly ReturnID: string;
  readonly Columns: readonly { readonly Name: string; readonly TableName: string }[];
  readonly Results: readonly {
    readonly Entities: readonly { Type: string; Key: string; IsForeignKey: boolean }[];
    readonly Row: Readonly<Record<string, unknown>>;
  }[];
}

async function rows(Script: string, Args?: unknown): Promise<QueryResult> {
  const envelope = await ask(Script, Args);
  expect(envelope.Message).toBeNull();
  return envelope.Result as QueryResult;
}

describe('a select statement', () => {
  it('returns FullCount, columns, rows, and their entities', async () => {
    const result = await rows(
      "Select Name, ID from Application where Name = 'Salesforce' ORDER BY Name COLLATE NOCASE",
    );
    expect(result).toMatchObject({ FullCount: 1, Count: 1, IsAggregate: false, ReturnID: '' });
    const [row] = result.Results;
    expect(row?.Row['Name']).toBe('Salesforce');
    expect(row?.Entities).toEqual([{ Type: 'Application', Key: row?.Row['ID'], IsForeignKey: false }]);
    expect(result.Columns.map((column) => column.Name)).toEqual(['Name', 'ID']);
  });

  it('reaches every table that public material names', async () => {
    const tables = [
      'User',
      'Role',
      'Application',
      'Event',
      'Device',
      'DsUsers',
      'DsGroups',
      'Server',
      'VaultAccount',
      'VaultDatabase',
      'VaultDomain',
      'Sets',
      'SshKeys',
      'Proxy',
      'CloudProviders',
    ];
    for (const table of tables) {
      const result = await rows(`select * from ${table}`, { PageNumber: 1, PageSize: 2 });
      expect([table, result.FullCount > 0, result.Results.length > 0]).toEqual([table, true, true]);
    }
  });

  it('understands the SQL that is seen in the wild', async () => {
    const statements = [
      "select ID from User where 1=1 AND LOWER(Username) LIKE '%acme%';",
      "select Application.Name as N from Application where Application.Name in ('Salesforce', 'Slack')",
      'select r.Name, count(*) as c from Role r group by r.Name having count(*) > 0',
      "select ID from Event where WhenOccurred > DateFunc('now', '-30') and Message is not null",
      "select ID from Event where WhenOccurred > datetime('now', '-7 days')",
      'select s.Name, a.Name as Account from Server s join VaultAccount a on a.Host = s.ID',
      'with t as (select ID from User) select count(*) as n from t /* a comment; with a semicolon */ -- and another',
    ];
    for (const statement of statements) expect((await rows(statement)).FullCount).toBeGreaterThan(0);
  });

  it('counts DateFunc in days, and the columns of time as /Date(ms)/', async () => {
    const all = await rows('select ID, WhenOccurred from Event', { PageNumber: 1, PageSize: 1 });
    expect(all.FullCount).toBe(5000);
    expect(all.Results[0]?.Row['WhenOccurred']).toMatch(/^\/Date\(\d{13}\)\/$/);
    const week = await rows(
      "select count(*) as n, max(WhenOccurred) as last from Event where WhenOccurred > DateFunc('now', '-7')",
    );
    expect(Number(week.Results[0]?.Row['n'])).toBeGreaterThan(100);
    expect(Number(week.Results[0]?.Row['n'])).toBeLessThan(1000);
    expect(week.Results[0]?.Row['last']).toMatch(/^\/Date\(\d{13}\)\/$/);
  });
});

describe('Args', () => {
  it('page through a result without gaps and end with a short page', async () => {
    const seen = new Set<unknown>();
    for (let page = 1; ; page++) {
      const result = await rows('select ID from User', {
        PageNumber: page,
        PageSize: 20,
        SortBy: 'ID',
        direction: 'true',
      });
      expect(result.FullCount).toBe(50);
      for (const { Row } of result.Results) seen.add(Row['ID']);
      if (result.Results.length < 20) break;
    }
    expect(seen.size).toBe(50);
  });

  it('limit the rows of a response together with a page, and never the total count', async () => {
    // What clients send that ask for as many as they still want.
    const page = (number: number, Limit: number) =>
      rows('select ID from User', { PageNumber: number, PageSize: 20, Limit });
    expect(await page(1, 100)).toMatchObject({ FullCount: 50, Count: 20 });
    expect(await page(2, 5)).toMatchObject({ FullCount: 50, Count: 5 });
    expect(await page(3, 30)).toMatchObject({ FullCount: 50, Count: 10 });
    expect(await rows('select ID from User', { Limit: 25 })).toMatchObject({ FullCount: 50, Count: 50 });
  });

  it('sort by several columns in both directions', async () => {
    const names = async (direction: string): Promise<unknown[]> =>
      (
        await rows('select ID, Department, Username from User', {
          SortBy: 'Department, Username',
          Direction: direction,
        })
      ).Results.map(({ Row }) => `${String(Row['Department'])}/${String(Row['Username'])}`);
    const up = await names('true');
    expect(up).toEqual([...up].sort());
    expect(await names('False')).toEqual([...up].reverse());
    expect(await names('')).toEqual(up);
  });

  it('filter by columns and bind parameters', async () => {
    expect(
      (await rows('select Username, DisplayName from User', { FilterBy: ['Username'], FilterValue: 'admin' }))
        .FullCount,
    ).toBe(1);
    const bound = await rows('select ID from User where Username = @name', {
      Parameters: [{ Name: 'name', Value: "x' or '1'='1" }],
    });
    expect(bound.FullCount).toBe(0);
  });

  it('are rejected with their name if they cannot be read', async () => {
    const cases: readonly [script: string, args: unknown, errorId: string][] = [
      ['select ID from User', { PageSize: 'many' }, 'InvalidParameter'],
      ['select ID from User', { PageNumber: 0, PageSize: 1 }, 'InvalidParameter'],
      ['select ID from User', { PageSize: 1_000_000 }, 'InvalidParameter'],
      ['select ID from User', { SortBy: 'Nothing' }, 'UnknownColumn'],
      ['select ID from User', { Direction: 'up' }, 'InvalidParameter'],
      ['select ID from User', [], 'InvalidParameter'],
      ['select ID from User where ID = @missing', {}, 'MissingParameter'],
    ];
    for (const [script, args, errorId] of cases)
      expect([args, (await ask(script, args)).ErrorID]).toEqual([args, errorId]);
  });
});

describe('caching', () => {
  const script = "select count(*) as n from Role where Name like 'Cache %' or 1=1";
  const total = async (caching: number): Promise<unknown> =>
    (await rows(script, { Caching: caching })).Results[0]?.Row['n'];

  it('keeps a result for the given minutes, refreshes it with -1, and leaves it alone below', async () => {
    const query = 'select count(*) as n from Application';
    const count = async (Caching: number): Promise<number> =>
      Number((await rows(query, { Caching })).Results[0]?.Row['n']);
    const before = await count(-1);
    await call('/SaasManage/ImportAppFromTemplate', { ID: 'Generic Bookmark' });
    expect(await count(10)).toBe(before);
    expect(await count(-2)).toBe(before + 1);
    expect(await count(10)).toBe(before);
    expect(await count(-1)).toBe(before + 1);
    expect(await count(10)).toBe(before + 1);
  });

  it('by default uses cached data only until something changes', async () => {
    const query = 'select count(*) as n from Application where 1 = 1';
    const count = async (): Promise<number> => Number((await rows(query)).Results[0]?.Row['n']);
    const before = await count();
    expect(await count()).toBe(before);
    await call('/SaasManage/ImportAppFromTemplate', { ID: 'Generic Bookmark' });
    expect(await count()).toBe(before + 1);
    expect(await total(0)).toBe(12);
  });
});

describe('what a query may not do', () => {
  it('writes nothing, attaches nothing, and reads only the tables of the platform', async () => {
    const rejected = [
      "update User set Username = 'x'",
      'delete from Event',
      'drop table User',
      "insert into Role values ('x','x','x','x',0,'x')",
      "attach database '/tmp/x.db' as x",
      'pragma table_info(User)',
      "vacuum into '/tmp/x.db'",
      'select * from credential',
      'select private_jwk from signing_key',
      'select * from oidc_artifact',
      'select sql from sqlite_master',
      'select record from application_record',
      'with x as (select 1) delete from User',
      'select zeroblob(1000000000)',
      "select load_extension('x')",
      'select * from pragma_table_info(1)',
      'begin',
      'create temp table t as select 1',
    ];
    for (const statement of rejected) {
      const response = await ask(statement);
      expect([statement, response.success]).toEqual([statement, false]);
      expect(['QueryNotAllowed', 'QueryFailed']).toContain(response.ErrorID);
    }
    expect((await rows('select count(*) as n from User')).Results[0]?.Row['n']).toBe(50);
  });

  it('accepts one statement at a time, and reports the position of a syntax error', async () => {
    expect((await ask('select 1 as a; select 2')).ErrorID).toBe('QuerySyntax');
    expect((await ask('selec ID from User')).ErrorID).toBe('QueryNotAllowed');
    expect((await ask('select from User')).Message).toContain('syntax error');
    expect((await ask('select Nothing from User')).Message).toContain('Nothing');
    expect((await ask('')).ErrorID).toBe('MissingParameter');
  });

  it('is stopped if it does not end, while others get responses', async () => {
    const endless = ask(
      'with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) as n from c',
      { Caching: -2 },
    );
    expect((await rows('select count(*) as n from User', { Caching: -2 })).FullCount).toBe(1);
    expect(await endless).toMatchObject({ success: false, ErrorID: 'QueryTimeout' });
    expect((await rows('select count(*) as n from Role', { Caching: -2 })).Results[0]?.Row['n']).toBe(12);
  });

  it('gets an error that suggests pages if it returns too many rows', async () => {
    expect((await ask('select a.ID from Event a, User b')).ErrorID).toBe('TooManyRows');
  });
});
