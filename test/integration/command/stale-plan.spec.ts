import { DatabaseSync } from 'node:sqlite';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemKind } from '../../../main/command/folder/item.ts';
import { aWebhook } from '../../builders/a-webhook.ts';
import { editFile, tdeskOn } from '../../builders/pulled-folder.ts';
import type { FaultyTenant } from '../../faults/faulty-tenant.ts';
import { startFaultyTenant } from '../../faults/faulty-tenant.ts';
import { completeContentsOf } from '../../faults/tenant-state.ts';
import { makeTemporaryFolder } from '../desk-foundation.ts';

const work = makeTemporaryFolder();
let tenant: FaultyTenant;
let applicationId: string;

beforeAll(async () => {
  tenant = await startFaultyTenant();
  applicationId = await tenant.administrator.addApplication('Generic SAML');
  await tenant.administrator.changeApplication(applicationId, {
    Name: 'Theirs',
    Script: 'setAudience("a");',
  });
  for (const name of ['Edited', 'Deleted', 'Switched'])
    await tenant.administrator.createWebhook(aWebhook({ name, riskLevel: 'High' }));
});
afterAll(async () => {
  await tenant[Symbol.asyncDispose]();
  rmSync(work, { recursive: true });
});

const webhookNamed = (wanted: string): string => {
  const [id] = [...tenant.read().webhooks].find(([, { name }]) => name === wanted) ?? [];
  if (id === undefined) throw new Error(`There is no webhook ${wanted}.`);
  return id;
};

function describeRole(description: string): void {
  const database = new DatabaseSync(tenant.databaseFile, { timeout: 5000 });
  database.prepare("UPDATE role SET description = ? WHERE name = 'Auditors'").run(description);
  database.close();
}

interface Change {
  /** What someone else does after the plan was saved. */
  readonly what: string;
  readonly act: () => Promise<void> | void;
  /** How the message names it. */
  readonly named: string;
}

/** Of every kind of item that a plan reads. */
const changes: Readonly<Record<ItemKind, readonly Change[]>> = {
  application: [
    {
      what: 'changes the description of an application',
      act: () => tenant.administrator.changeApplication(applicationId, { Description: 'Theirs.' }),
      named: 'application Theirs',
    },
    {
      what: 'changes the script of an application',
      act: () => tenant.administrator.changeApplication(applicationId, { Script: 'setAudience("b");' }),
      named: 'application Theirs',
    },
    {
      what: 'adds an application',
      act: async () => void (await tenant.administrator.addApplication('Generic SAML')),
      named: 'application ',
    },
  ],
  webhook: [
    {
      what: 'replaces a webhook',
      async act() {
        await tenant.administrator.createWebhook(
          aWebhook({ name: 'Edited', requestBody: '{}', riskLevel: 'High' }),
        );
        await tenant.administrator.deleteWebhook(webhookNamed('Edited'));
      },
      named: 'webhook Edited',
    },
    {
      what: 'deletes a webhook',
      act: () => tenant.administrator.deleteWebhook(webhookNamed('Deleted')),
      named: 'webhook Deleted',
    },
    {
      what: 'disables a webhook',
      act: () => tenant.administrator.switchWebhook(webhookNamed('Switched'), false),
      named: 'webhook Switched',
    },
  ],
  origins: [
    {
      what: 'adds a trusted origin',
      act: () => tenant.administrator.setOrigins([...tenant.read().origins, 'theirs.example']),
      named: 'origins Trusted origins',
    },
  ],
  configuration: [
    {
      what: 'changes a setting',
      act: () => tenant.administrator.setConfig({ ForgotUsernameAllowed: false }),
      named: 'configuration Configuration',
    },
  ],
  assignments: [
    {
      what: 'assigns an application to a role',
      act: () => tenant.administrator.publish({ applicationId, roleId: auditors() }, true),
      named: 'assignments Auditors',
    },
  ],
  role: [
    {
      what: 'changes the description of a role',
      act: () => describeRole('Theirs.'),
      named: 'role Auditors',
    },
  ],
};

function auditors(): string {
  const database = new DatabaseSync(tenant.databaseFile, { readOnly: true, timeout: 5000 });
  const found = database.prepare("SELECT ID AS id FROM Role WHERE name = 'Auditors'").get();
  database.close();
  return String(found?.['id']);
}

const cases = Object.values(changes).flat();

describe('a saved plan', { timeout: 240_000 }, () => {
  it.each(cases)('is rejected if someone else $what', async ({ act, named }) => {
    const { json, run } = tdeskOn(tenant, join(work, 'state'));
    const [folder, plan] = [join(work, 'folder'), join(work, 'plan.tdplan')];
    await json(['pull', folder]);
    editFile(folder, 'webhooks/slack-risky-sign-ins.ftl', (text) => `${text}\n<#-- mine -->`);
    await json(['plan', folder, '--out', plan]);
    await act();
    const theirs = completeContentsOf(tenant.read());
    const applied = await run(['apply', plan]);
    expect(applied).toMatchObject({ code: 6, stdout: '', stderr: expect.stringContaining(named) as string });
    expect(completeContentsOf(tenant.read())).toEqual(theirs);
    rmSync(folder, { recursive: true });
  });

  it('is applied if nothing changed', async () => {
    const { json } = tdeskOn(tenant, join(work, 'state'));
    const [folder, plan] = [join(work, 'unchanged'), join(work, 'unchanged.tdplan')];
    await json(['pull', folder]);
    editFile(folder, 'webhooks/slack-risky-sign-ins.ftl', (text) => `${text}\n<#-- mine -->`);
    await json(['plan', folder, '--out', plan]);
    expect(await json(['apply', plan])).toMatchObject({ summary: { verified: 1 } });
  });
});
