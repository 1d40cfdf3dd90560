import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Procedure } from '../../tenant/procedures/procedure.ts';
import { procedures } from '../../tenant/procedures/procedure-table.ts';
import { useTenant } from '../builders/use-tenant.ts';
import { callManagement, startTenant, type Envelope } from './tenant-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tenant-procedures-'));
const received: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    stream.on('end', () => {
      received.push(text);
      done();
    });
  },
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    mailServer.close(resolve);
  });
  rmSync(folder, { recursive: true });
});
const { ask, call } = useTenant(() => {
  const { port } = mailServer.server.address() as AddressInfo;
  return ['--data', folder, '--smtp', `smtp://127.0.0.1:${port}`];
});

interface QueryResult {
  readonly FullCount: number;
  readonly Results: readonly { readonly Row: Readonly<Record<string, unknown>> }[];
}

async function rows(script: string, args?: unknown): Promise<QueryResult> {
  const envelope = await ask(script, args);
  expect([script, envelope.Message]).toEqual([script, null]);
  return envelope.Result as QueryResult;
}

/** The example of each required parameter of a procedure, found in the tenant. */
async function examplesOf({ path, parameters }: Procedure): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const parameter of parameters) {
    if (!parameter.isRequired) continue;
    const [row] = (await rows(parameter.example, { PageNumber: 1, PageSize: 1 })).Results;
    const [value] = Object.values(row?.Row ?? {});
    expect(
      value,
      `${path}: the example of ${parameter.name} in tenant/procedures/ finds nothing`,
    ).toBeTruthy();
    found[parameter.name] = String(value);
  }
  return found;
}

async function first(sql: string): Promise<string> {
  return String((await rows(sql)).Results[0]?.Row['ID']);
}

describe('stored procedures', () => {
  it.each(procedures.map((procedure) => [procedure.description, procedure] as const))(
    '%s: has rows, pages, and demands what it needs',
    async (_description, procedure) => {
      const examples = await examplesOf(procedure);
      for (const name of Object.keys(examples)) {
        const { [name]: _left, ...others } = examples;
        expect(await ask(`@${procedure.path}`, others)).toMatchObject({
          success: false,
          ErrorID: 'MissingParameter',
        });
      }
      const result = await rows(`@${procedure.path}`, { ...examples, PageNumber: 1, PageSize: 3 });
      // The history of jobs is empty until a job has run; its own test is below.
      if (!procedure.path.includes('/jobs/'))
        expect(result.FullCount, 'choose examples with which it has rows').toBeGreaterThan(0);
      expect(result.Results.length).toBeLessThanOrEqual(3);
    },
  );

  it('are found by their file name in any folder and any case', async () => {
    const id = await first("select EntityID as ID from Event where EntityType = 'DiscoveryProfile'");
    const inline = await rows(`@/lib/get_activity_for_discoveryprofile.js(id:'${id}')`);
    expect(inline.FullCount).toBeGreaterThan(0);
    expect((await rows(`@/LIB/Server/Get_Activity_For_DiscoveryProfile.js(id:"${id}")`)).FullCount).toBe(
      inline.FullCount,
    );
  });

  it('take inline strings, booleans and numbers', async () => {
    const all = await rows(
      "@/lib/server/get_accounts.js(mode:'AllAccounts', newcode:true, localOnly:false, top:10)",
    );
    const local = await rows("@/lib/server/get_accounts.js(mode:'AllAccounts', localOnly:true)");
    expect(all.FullCount).toBe(62);
    expect(local.FullCount).toBeLessThan(all.FullCount);
    expect((await rows("@/lib/get_superrights.js(excludeRight:'/lib/rights/appman.json')")).FullCount).toBe(
      (await rows("@/lib/get_superrights.js(excludeRight:'')")).FullCount - 1,
    );
  });

  it('are rejected if unknown or misspelled', async () => {
    for (const [script, errorId] of [
      ['@/lib/nothing.js', 'ScriptNotFound'],
      ['@/lib/../secret.js', 'InvalidScript'],
      ['@/lib/get_applications.js(id:)', 'InvalidScript'],
      ["@/lib/get_applications.js(id:'a' b:'c')", 'InvalidScript'],
      ['@@No such report', 'ScriptNotFound'],
    ] as const) {
      expect([script, (await ask(script)).ErrorID]).toEqual([script, errorId]);
    }
    expect((await rows('@@Web Applications')).FullCount).toBeGreaterThan(30);
  });
});

describe('e-mailing a report', () => {
  const report = {
    SelectQuery: 'select Username, DisplayName from User where Username = @name',
    Parameters: [{ Name: 'name', DisplayValue: 'the administrator', Value: 'admin@acme.example' }],
    To: 'auditor@acme.example',
    Subject: 'Weekly users',
    ReportFormat: 'html',
    ReportName: 'Users',
  };

  it('sends it to the mail server', async () => {
    const sent = await rows('@/lib/email_report.js', report);
    expect(sent.Results[0]?.Row).toMatchObject({ To: 'auditor@acme.example', Rows: 1, Delivery: 'smtp' });
    const message = received.at(-1) ?? '';
    expect(message).toContain('To: auditor@acme.example');
    expect(message).toContain('Subject: Weekly users');
    expect(message).toContain('Sandbox Administrator');
  });

  it('writes it to the outbox if there is no mail server', async () => {
    const outboxFolder = mkdtempSync(join(tmpdir(), 'tenant-outbox-'));
    const local = await startTenant({ args: ['--admin-token', '--tenants', '1', '--data', outboxFolder] });
    try {
      const { envelope } = await callManagement(local.tenants[0], '/redrock/query', {
        Script: '@/lib/email_report.js',
        Args: { ...report, ReportFormat: 'csv' },
      });
      expect((envelope.Result as QueryResult).Results[0]?.Row['Delivery']).toBe('outbox');
      const outbox = join(outboxFolder, 'sandbox-staging', 'outbox');
      const [file] = readdirSync(outbox);
      expect(readFileSync(join(outbox, file ?? ''), 'utf8')).toContain('Subject: Weekly users');
    } finally {
      await local.stop();
      rmSync(outboxFolder, { recursive: true });
    }
  });

  it('rejects header injection, unknown formats, and an invalid query', async () => {
    const before = received.length;
    for (const change of [
      { To: 'a@b.example\r\nBcc: c@d.example' },
      { Subject: 'a\r\nBcc: c@d.example' },
      { ReportFormat: 'pdf' },
      { To: 'nobody' },
    ]) {
      expect((await ask('@/lib/email_report.js', { ...report, ...change })).ErrorID).toBe('InvalidParameter');
    }
    expect((await ask('@/lib/email_report.js', { ...report, SelectQuery: 'delete from User' })).ErrorID).toBe(
      'QueryNotAllowed',
    );
    expect((await ask('@/lib/email_report.js', { ...report, To: undefined })).ErrorID).toBe(
      'MissingParameter',
    );
    expect(received).toHaveLength(before);
  });
});

describe('jobs', () => {
  const window = {
    AssignmentType: 'window',
    StartTime: 'Sun, 06 Nov 2033 08:49:37 GMT',
    EndTime: 'Mon, 07 Nov 2033 08:49:37 GMT',
  };

  const startJob = (script: string, args: unknown): Promise<Envelope> =>
    call('/JobFlow/StartJob', { script, args });

  interface Job {
    readonly State: string;
    readonly Result: unknown;
    readonly Finished: string | null;
    readonly Error: string | null;
  }

  /** Asks until the job has ended; each question is answered after the job queue had a turn. */
  async function ended(id: unknown): Promise<Job> {
    for (;;) {
      const job = (await call('/JobFlow/GetJob', { ID: id })).Result as Job;
      if (job.State === 'succeeded' || job.State === 'failed') return job;
    }
  }

  it('give access to an account for a window of time', async () => {
    const PVID = await first('select ID from VaultAccount');
    const started = await startJob('/lib/jobs/server_account_access.js', {
      PVID,
      Reason: null,
      AccessType: 'Login',
      RequestedOptions: window,
    });
    expect(typeof started.Result).toBe('string');
    const job = await ended(started.Result);
    expect(job).toMatchObject({ State: 'succeeded', Result: { PVID, Granted: { assignment: 'window' } } });
    expect(job.Finished).toMatch(/^\/Date\(/);
    const events = await rows(
      `select ID from Event where EventType = 'Cloud.Server.Account.AccessGranted' and EntityID = '${PVID}'`,
      { Caching: -2 },
    );
    expect(events.FullCount).toBe(1);
  });

  it('reject a request for access that cannot be granted, before a job exists', async () => {
    const PVID = await first('select ID from VaultAccount');
    const good = { PVID, Reason: null, AccessType: 'Login', RequestedOptions: window };
    for (const [change, errorId] of [
      [{ PVID: undefined }, 'MissingParameter'],
      [{ AccessType: 'Fly' }, 'InvalidParameter'],
      [{ RequestedOptions: { ...window, EndTime: 'tomorrow' } }, 'InvalidParameter'],
      [{ RequestedOptions: { ...window, EndTime: window.StartTime } }, 'InvalidParameter'],
      [{ RequestedOptions: { AssignmentType: 'sometimes' } }, 'InvalidParameter'],
      [{ Reason: 5 }, 'InvalidParameter'],
    ] as const) {
      expect([
        change,
        (await startJob('/lib/jobs/server_account_access.js', { ...good, ...change })).ErrorID,
      ]).toEqual([change, errorId]);
    }
  });

  it('assign a computer role, are requested through the query endpoint, and show up in the history', async () => {
    const assigned = await startJob('@/lib/jobs/assign_computer_role.js', {
      Computer: 'win-01',
      User: 'admin@acme.example',
      Role: 'Local Administrator',
    });
    expect(await ended(assigned.Result)).toMatchObject({
      State: 'succeeded',
      Result: { Computer: 'win-01', Role: 'Local Administrator' },
    });
    const requested = await rows("@/lib/server/request_computer_access.js(id:'win-01')", {
      Reason: 'Patch day',
    });
    expect(await ended(requested.Results[0]?.Row['ID'])).toMatchObject({
      State: 'succeeded',
      Result: { State: 'Requested' },
    });
    const history = await startJob('/lib/jobs/job_history.js', {});
    const result = (await ended(history.Result)).Result as QueryResult;
    expect(result.FullCount).toBeGreaterThanOrEqual(3);
    expect(
      (await rows('@/lib/jobs/job_history.js', { Caching: -2 })).Results.map(({ Row }) => [
        Row['State'],
        Row['RequestedByName'],
      ]),
    ).toContainEqual(['succeeded', 'admin@acme.example']);
  });

  it('start and fail like jobs if their target is missing', async () => {
    const options = { Reason: null, AccessType: 'Login', RequestedOptions: window };
    for (const [script, args, expectedMessage] of [
      ['/lib/jobs/server_account_access.js', { PVID: 'nobody', ...options }, 'Account nobody not found'],
      ['/lib/jobs/assign_computer_role.js', { Computer: 'x', User: 'y', Role: 'z' }, 'No server'],
      ['/lib/server/request_computer_access.js', { id: 'x' }, 'No server'],
    ] as const) {
      const started = await startJob(script, args);
      expect(typeof started.Result).toBe('string');
      const job = await ended(started.Result);
      expect(job).toMatchObject({ State: 'failed', Result: null });
      expect(job.Error).toContain(expectedMessage);
    }
  });

  it('can run any procedure, and have its rows as their result', async () => {
    const started = await startJob("@/lib/server/get_accounts.js(mode:'Managed')", { localOnly: true });
    const { State, Result } = await ended(started.Result);
    expect(State).toBe('succeeded');
    const { FullCount } = await rows("@/lib/server/get_accounts.js(mode:'Managed', localOnly:true)");
    expect((Result as QueryResult).FullCount).toBe(FullCount);
    const incomplete = await startJob('/lib/get_role_members.js', {});
    expect((await ended(incomplete.Result)).Error).toContain('needs id');
  });

  it('must be named by a script that begins with a slash', async () => {
    expect((await startJob('jobs/history.js', {})).ErrorID).toBe('InvalidScript');
    expect((await startJob('/lib/jobs/nothing.js', {})).ErrorID).toBe('ScriptNotFound');
    expect((await call('/JobFlow/GetJob', { ID: 'nobody' })).ErrorID).toBe('JobNotFound');
  });
});
