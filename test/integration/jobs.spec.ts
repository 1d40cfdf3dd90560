import { describe, expect, it } from 'vitest';
import type { ChangeRequest } from '../../contract/changes/changes.ts';
import type { Job, JobDetail, JobInput } from '../../contract/jobs/jobs.ts';
import { reportArguments } from '../../contract/procedures/report-arguments.ts';
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

const historyJob: JobInput = {
  script: '/lib/jobs/job_history.js',
  via: 'job',
  title: 'History of jobs',
  arguments: {},
};

const isStart = ({ path }: ProxiedRequest): boolean => path.toLowerCase() === '/jobflow/startjob';
const isHistory = ({ body }: ProxiedRequest): boolean =>
  body.includes('job_history.js') && !body.includes('args');

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

  it('is sent to each recipient once, and is listed with the jobs', async () => {
    const { items } = await on.desk.apply(startOf(mail('one@acme.example'), mail('two@acme.example')));
    // The tenant names the messages, and has no read that shows them.
    expect(items.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
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

  it('is not resent automatically after a lost response', async () => {
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

  it('is rejected with the tenant’s message, and has no effect', async () => {
    const { items } = await on.desk.apply(startOf(mail('one@acme.example', 'SELECT nothing FROM nowhere')));
    expect(items).toMatchObject([
      { state: 'refused', error: { message: expect.stringContaining('syntax error') as unknown } },
    ]);
  });
});

describe('starting a job', () => {
  it('shows the message of a failed job', async () => {
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
      error: 'Account nobody not found.',
      result: null,
    });
  });

  it('is rejected if the tenant has no such job', async () => {
    const { items } = await on.desk.apply(startOf({ ...historyJob, script: '/lib/jobs/nothing.js' }));
    expect(items).toMatchObject([{ state: 'refused', error: { code: 'refused-by-tenant' } }]);
  });

  it('never starts one twice after a lost response: it reports which job it may be', async () => {
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

  it('shows those that were started here if the tenant has no job history', async () => {
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
    const listed = await list();
    expect(listed.note).toContain('There is no script.');
    expect(listed.jobs[0]).toMatchObject({ id: items[0]?.target.id, isMine: true, name: 'History of jobs' });
  });

  it.each([
    ['is gone from a history in which it should be', [], 'missing'],
    ['is older than the history', [{ ID: 'later', Created: '2100-01-01T00:00:00Z' }], 'too-old'],
  ] as const)('reports one that %s as such, and stops polling', async (_what, others, gone) => {
    const { items } = await on.desk.apply(startOf(historyJob));
    const id = items[0]?.target.id ?? '';
    on.network.setFaults(({ path, body }) => {
      const Result = { FullCount: others.length, Results: others.map((Row) => ({ Row })) };
      if (body.includes('job_history.js')) {
        return { kind: 'answer', status: 200, body: JSON.stringify({ success: true, Result }) };
      }
      const isJobRequest = path.toLowerCase() === '/jobflow/getjob';
      const rejection = JSON.stringify({
        success: false,
        Message: 'There is no job.',
        ErrorID: 'JobNotFound',
      });
      return isJobRequest ? { kind: 'answer', status: 200, body: rejection } : pass;
    });
    expect((await list()).jobs.find((job) => job.id === id)).toMatchObject({ state: 'unknown', gone });
    expect(await read(id)).toMatchObject({ state: 'unknown', gone, result: null });
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
