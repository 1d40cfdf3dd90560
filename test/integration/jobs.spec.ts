import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes.ts';
import type { Job, JobDetail, JobInput } from '../../contract/jobs.ts';
import { argumentsOfJob, reportArguments } from '../../contract/job-arguments.ts';
import type { LibraryJob } from '../../contract/job-library.ts';
import { jobLibrary, reportJobId } from '../../contract/job-library.ts';
import { procedureLibrary } from '../../contract/procedure-library.ts';
import { findProcedure } from '../../tenant/procedures/procedure-table.ts';
import { useDesk } from '../builders/use-desk.ts';
import type { Fault, ProxiedRequest } from '../fakes/fault-proxy.ts';

const on = useDesk();
const pass: Fault = { kind: 'pass' };

const startOf = (...inputs: JobInput[]): ChangeRequest => ({ from: 'action', kind: 'job', inputs });

const list = () => on.desk.call('jobs.list', { tenantId: on.desk.tenantId });
const read = (id: string) => on.desk.call('jobs.read', { tenantId: on.desk.tenantId, id });

/** Asks until the job has ended. */
async function ended(id: string): Promise<JobDetail> {
  for (;;) {
    const job = await read(id);
    if (job.state === 'succeeded' || job.state === 'failed') return job;
  }
}

/** The newest jobs that were started here. */
async function newest(): Promise<Job> {
  const [job] = (await list()).jobs;
  if (job === undefined) throw new Error('There is no job.');
  return job;
}

const idOfFirst = async (table: string): Promise<string> => {
  const { rows } = await on.desk.call('queries.run', {
    tenantId: on.desk.tenantId,
    text: `SELECT ID FROM ${table} LIMIT 1`,
  });
  return String(rows[0]?.[0]);
};

/** What somebody enters who takes the first of what is offered. */
async function entered({ fields }: LibraryJob): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const { name, choice, type, initial } of fields) {
    if (choice?.from === 'table') all[name] = await idOfFirst(choice.table);
    else if (type === 'moment')
      all[name] = name.endsWith('StartTime') ? '2033-11-06T08:49' : '2033-11-07T08:49';
    else if (initial === undefined) all[name] = 'Local Administrator';
  }
  return all;
}

const historyJob: JobInput = {
  script: '/lib/jobs/job_history.js',
  via: 'job',
  title: 'History of jobs',
  arguments: {},
};

const isStart = ({ path }: ProxiedRequest): boolean => path.toLowerCase() === '/jobflow/startjob';
const isHistory = ({ body }: ProxiedRequest): boolean =>
  body.includes('job_history.js') && !body.includes('args');

describe('the library of jobs', () => {
  it.each(jobLibrary.filter(({ id }) => id !== reportJobId).map((job) => [job.name, job] as const))(
    '%s: started through a plan, told in the list, with its result',
    async (_name, job) => {
      const written = argumentsOfJob(job, await entered(job));
      if (!written.ok) throw new Error(written.message);
      const input = { script: job.path, via: job.via, title: job.name, arguments: written.arguments };
      const { items, plan } = await on.desk.apply(startOf(input));
      expect(items).toMatchObject([{ verb: 'run', state: 'verified', isUndoable: false }]);
      const id = items[0]?.target.id ?? '';
      expect(await ended(id)).toMatchObject({
        state: 'succeeded',
        name: job.name,
        script: job.path,
        isMine: true,
        requestedBy: 'admin@acme.example',
        input: { arguments: written.arguments },
        result: expect.stringContaining('{') as unknown,
      });
      expect((await list()).jobs.find((each) => each.id === id)).toMatchObject({ state: 'succeeded' });
      expect(plan.isUndoable).toBe(false);
    },
  );

  it.each(procedureLibrary.map((procedure) => [procedure.path, procedure] as const))(
    '%s can be started as a job, whose result has its rows',
    async (path, { name, parameters }) => {
      const given: JobInput['arguments'] = {};
      for (const parameter of parameters.filter(({ isRequired }) => isRequired)) {
        const example = findProcedure(path)?.parameters.find((each) => each.name === parameter.name);
        if (example?.isRequired !== true) throw new Error(`The tenant needs no ${parameter.name}.`);
        const { rows } = await on.desk.call('queries.run', {
          tenantId: on.desk.tenantId,
          text: example.example,
        });
        given[parameter.name] = rows[0]?.[0] ?? null;
      }
      const { items } = await on.desk.apply(
        startOf({ script: path, via: 'job', title: name, arguments: given }),
      );
      const job = await ended(items[0]?.target.id ?? '');
      expect(job.error).toBeNull();
      expect(JSON.parse(job.result ?? '')).toHaveProperty('Results');
    },
  );
});

describe('the report e-mail', () => {
  const mail = (to: string, query = "SELECT Name FROM Role WHERE Name <> 'O''Brien'"): JobInput => ({
    script: '/lib/email_report.js',
    via: 'query',
    title: 'E-mail a report',
    arguments: reportArguments({
      ...{ to, query, subject: 'Roles', name: 'Roles', format: 'html' },
      parameters: [{ name: 'who', shown: "O'Brien", value: "O'Brien" }],
    }),
  });

  it('goes to each recipient once, and is told among the jobs', async () => {
    const { items } = await on.desk.apply(startOf(mail('one@acme.example'), mail('two@acme.example')));
    expect(items.map(({ state }) => state)).toEqual(['verified', 'verified']);
    const { jobs } = await list();
    const sent = jobs.filter(({ name }) => name === 'E-mail a report');
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({ state: 'succeeded', isMine: true });
    expect(JSON.parse((await read(sent[0]?.id ?? '')).result ?? '')).toMatchObject({
      Delivery: 'outbox',
      Rows: expect.any(Number) as unknown,
    });
    expect(
      await Promise.all(sent.map(async ({ id }) => JSON.parse((await read(id)).result ?? '') as object)),
    ).toMatchObject([
      { To: 'two@acme.example', Subject: 'Roles' },
      { To: 'one@acme.example', Subject: 'Roles' },
    ]);
  });

  it('is not sent again by itself after an answer that was lost', async () => {
    const isMail = ({ body }: ProxiedRequest): boolean => body.includes('email_report.js');
    on.network.setFaults((request) => (isMail(request) ? { kind: 'lose-answer' } : pass));
    const { plan, items } = await on.desk.apply(startOf(mail('three@acme.example')));
    expect(items).toMatchObject([{ state: 'unknown', error: { code: 'connection-lost' } }]);
    on.network.setFaults(() => pass);
    await on.desk.call('changes.resume', { planId: plan.id });
    expect(on.network.requests.filter(isMail)).toHaveLength(1);
    expect((await on.desk.call('changes.items', { planId: plan.id })).items).toMatchObject([
      { state: 'unknown', error: { code: 'outcome-unknown' } },
    ]);
    expect(await on.desk.call('changes.close', { planId: plan.id })).toMatchObject({ state: 'finished' });
  });

  it('is refused in the words of the tenant, which then has done nothing', async () => {
    const { items } = await on.desk.apply(startOf(mail('one@acme.example', 'SELECT nothing FROM nowhere')));
    expect(items).toMatchObject([
      { state: 'refused', error: { message: expect.stringContaining('syntax error') as unknown } },
    ]);
  });
});

describe('starting a job', () => {
  it('tells the words of a job that failed', async () => {
    const input: JobInput = {
      script: '/lib/jobs/server_account_access.js',
      via: 'job',
      title: 'Access to an account',
      arguments: { PVID: 'nobody', AccessType: 'Login', Reason: null },
    };
    const { items } = await on.desk.apply(startOf(input));
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(await ended(items[0]?.target.id ?? '')).toMatchObject({
      state: 'failed',
      error: 'There is no account with the ID nobody.',
      result: null,
    });
  });

  it('is refused where the tenant has no such job', async () => {
    const { items } = await on.desk.apply(startOf({ ...historyJob, script: '/lib/jobs/nothing.js' }));
    expect(items).toMatchObject([{ state: 'refused', error: { code: 'refused-by-tenant' } }]);
  });

  it('never starts one twice after an answer that was lost: it says which job it may be', async () => {
    on.network.setFaults((request) => (isStart(request) ? { kind: 'lose-answer' } : pass));
    const { plan, items } = await on.desk.apply(startOf(historyJob));
    expect(items).toMatchObject([{ state: 'different' }]);
    expect(items[0]?.error?.message).toContain((await newest()).id);
    on.network.setFaults(() => pass);
    await on.desk.call('changes.resume', { planId: plan.id });
    expect(on.network.requests.filter(isStart)).toHaveLength(1);
  });

  it('knows that a request that was lost has started nothing', async () => {
    on.network.setFaults((request) => (isStart(request) ? { kind: 'lose-request' } : pass));
    const { plan, items } = await on.desk.apply(startOf(historyJob));
    expect(['unknown', 'refused']).toContain(items[0]?.state);
    on.network.setFaults(() => pass);
    if (items[0]?.state === 'unknown') {
      await on.desk.call('changes.resume', { planId: plan.id });
      const { items: after } = await on.desk.call('changes.items', { planId: plan.id, limit: 10 });
      expect(after).toMatchObject([{ state: 'verified' }]);
    }
  });

  it('shows those that were started here where the tenant has no history of jobs', async () => {
    on.network.setFaults((request) =>
      isHistory(request)
        ? {
            kind: 'answer',
            status: 200,
            body: JSON.stringify({
              success: false,
              Message: 'There is no script.',
              ErrorID: 'ScriptNotFound',
            }),
          }
        : pass,
    );
    const { items } = await on.desk.apply(startOf({ ...historyJob, arguments: { only: 'this' } }));
    expect(items).toMatchObject([{ state: 'verified' }]);
    const told = await list();
    expect(told.note).toContain('There is no script.');
    expect(told.jobs[0]).toMatchObject({ id: items[0]?.target.id, isMine: true, name: 'History of jobs' });
  });

  it.each(['../../etc/passwd', '@/lib/x.js', '/lib/x.js(a:1)', ''])(
    'takes no script like “%s”',
    async (script) => {
      await expect(on.desk.plan(startOf({ ...historyJob, script }))).rejects.toMatchObject({
        error: { code: 'invalid-input' },
      });
    },
  );
});
