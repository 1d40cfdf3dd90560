import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { editFile, tdeskOn } from '../builders/pulled-folder.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import type { FaultyTenant } from './faulty-tenant.ts';
import { makeFastFolder } from './faulty-tenant.ts';
import type { TenantState } from './tenant-state.ts';

/** A saved plan with a change of every kind, and a new webhook with a secret, for `tdesk apply`. */
export interface CommandPlan {
  /** The command line on a state folder that has no run yet. */
  readonly tdesk: CommandLine;
  /** Arguments that apply it. */
  readonly apply: readonly string[];
  /** The environment that has the secret. */
  readonly secrets: Readonly<Record<string, string>>;
  /** How many items it has. */
  readonly total: number;
  /** The tenant when it is applied, and what it makes of that. */
  readonly before: TenantState;
  readonly wanted: TenantState;
}

/** A pulled folder in which those changes were made. */
export interface CommandFolder extends Disposable {
  /** Plans them: again once they were undone. */
  plan(): Promise<CommandPlan>;
}

type CommandLine = ReturnType<typeof tdeskOn>;

const secrets = { NEW_KEY: 'secret-of-the-new-webhook' };
const setting = 'ForgotUsernameAllowed';
const script = 'setAudience("ours");\n';

/** `suffix` is different for each folder of a tenant. */
export async function makeCommandFolder(
  tenant: FaultyTenant,
  proxy: FaultProxy,
  suffix: string,
): Promise<CommandFolder> {
  const work = makeFastFolder();
  const folder = join(work, 'folder');
  const { address, accessToken, administrator } = tenant;
  const analyticsUrl = address.analyticsUrl.replace(address.baseUrl, proxy.baseUrl);
  const through = { ...address, baseUrl: proxy.baseUrl, analyticsUrl };
  let states = 0;
  const newTdesk = (): CommandLine => {
    states += 1;
    return tdeskOn({ address: through, accessToken }, join(work, `state-${states}`));
  };
  const applicationId = await administrator.addApplication('Generic SAML');
  const changed = aWebhook({
    name: `Changed ${suffix}`,
    headers: 'X-Api-Key: secret-of-the-changed-webhook',
    requestBody: '{ "is": "old" }',
    riskLevel: 'High',
  });
  await administrator.changeApplication(applicationId, {
    Name: `Killed ${suffix}`,
    Description: 'As it was.',
    Script: 'setAudience("as it was");\n',
  });
  await administrator.createWebhook(changed);
  await newTdesk().json(['pull', folder, '--no-members']);
  const { id: roleId } = JSON.parse(readFileSync(join(folder, 'roles/auditors.json'), 'utf8')) as {
    id: string;
  };
  editFolder(folder, suffix);

  async function plan(): Promise<CommandPlan> {
    const tdesk = newTdesk();
    const file = join(work, `plan-${states}.tdplan`);
    const planned = await tdesk.json(['plan', folder, '--out', file], secrets);
    const before = tenant.read();
    return {
      ...{ tdesk, secrets, before, total: planned.items.length },
      apply: ['apply', file, ...planned.accept.flatMap(({ code }) => ['--accept', code])],
      wanted: wantedOf(before, { suffix, applicationId, roleId }),
    };
  }

  return { plan, [Symbol.dispose]: () => rmSync(work, { recursive: true, force: true }) };
}

function editFolder(folder: string, suffix: string): void {
  const application = `applications/killed-${suffix}`;
  editFile(folder, `${application}/application.json`, (text) => text.replace('As it was.', 'As wanted.'));
  editFile(folder, `${application}/script.js`, () => script);
  editFile(folder, `webhooks/changed-${suffix}.ftl`, (text) => text.replace('old', 'new'));
  writeFileSync(
    join(folder, `webhooks/new-${suffix}.json`),
    JSON.stringify({
      name: `New ${suffix}`,
      url: `https://new-${suffix}.example/in`,
      eventType: 'SecurityAlert',
      headers: ['X-Api-Key: ${env:NEW_KEY}'],
      riskLevel: 'Low',
    }),
  );
  writeFileSync(join(folder, `webhooks/new-${suffix}.ftl`), '{}');
  editFile(folder, 'origins.json', (text) => text.replace('[', `[\n    "killed-${suffix}.example",`));
  editFile(folder, 'configuration.json', (text) =>
    text.replace(
      new RegExp(`"${setting}": (true|false)`),
      (_found, value) => `"${setting}": ${value !== 'true'}`,
    ),
  );
  editFile(folder, 'assignments/auditors.json', (text) =>
    text.replace('"applications": [', `"applications": [\n    "Killed ${suffix}",`).replace(',]', ']'),
  );
}

interface Planned {
  readonly suffix: string;
  readonly applicationId: string;
  readonly roleId: string;
}

function wantedOf(before: TenantState, { suffix, applicationId, roleId }: Planned): TenantState {
  const application = before.applications.get(applicationId);
  if (application === undefined) throw new Error('The application is not there.');
  const webhooks = [...before.webhooks].map(([id, state]) =>
    state.name === `Changed ${suffix}`
      ? ([id, { ...state, requestBody: '{ "is": "new" }' }] as const)
      : ([id, state] as const),
  );
  const added = aWebhook({
    name: `New ${suffix}`,
    url: `https://new-${suffix}.example/in`,
    headers: `X-Api-Key: ${secrets.NEW_KEY}`,
    requestBody: '{}',
  });
  const was = before.settings.get(setting);
  return {
    ...before,
    webhooks: new Map([...webhooks, ['new', added]]),
    applications: new Map([
      ...before.applications,
      [applicationId, { ...application, description: 'As wanted.', script }],
    ]),
    scripts: new Map([...before.scripts, [applicationId, script]]),
    assignments: new Set([...before.assignments, assignmentTarget({ applicationId, roleId })]),
    origins: [...before.origins, `killed-${suffix}.example`],
    settings: new Map([...before.settings, [setting, was === 'true' ? 'false' : 'true']]),
  };
}
