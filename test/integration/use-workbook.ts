import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { MethodInput } from '../../contract/bridge/methods.ts';
import type { Webhook, WebhookState } from '../../contract/webhooks/webhooks.ts';
import { unpackWorkbook } from '../../contract/webhooks/workbook-table.ts';
import type {
  MappingRule,
  Workbook,
  WorkbookDecision,
  WorkbookRule,
} from '../../contract/webhooks/workbooks.ts';
import type { TestTenant } from '../builders/a-tenant.ts';
import { aTenant } from '../builders/a-tenant.ts';
import { aWebhook } from '../builders/a-webhook.ts';
import { create, setAll } from '../builders/requests.ts';
import { confirmed } from '../builders/confirmed.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultProxy } from '../fakes/fault-proxy.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { AppliedPlan, DeskOnTenant } from './desk-on-tenant.ts';
import { startDesk } from './desk-on-tenant.ts';

export const sourceSecret = 'Bearer s3cret-of-the-receiver';

/** What the source has; of the twins it has two. */
export const sourceRules = {
  same: aWebhook({ name: 'Same' }),
  fresh: aWebhook({
    name: 'Fresh',
    enabled: false,
    url: 'https://soc.staging.acme.example/in',
    headers: `X-Source: staging\nAuthorization: ${sourceSecret}`,
  }),
  other: aWebhook({ name: 'Other', requestBody: '{"city": "${event.geo_town}"}' }),
  twin: aWebhook({ name: 'Twin', description: 'One' }),
};

export const aMapping: MappingRule[] = [
  { kind: 'host', from: '*.staging.acme.example', to: '*.acme.example' },
  { kind: 'header', from: 'X-Source: staging', to: 'X-Source: production' },
  { kind: 'risk-level', from: 'Low', to: 'Medium' },
];

export interface Included {
  readonly includeUrls: boolean;
  readonly includeHeaders: boolean;
}

type WorkbookMethod = `workbooks.${'open' | 'read' | 'change' | 'enterSecret' | 'saveMapping'}`;

/** Tenant Desk with two tenants, Staging and Acme, and the actions of a user with a workbook. */
export interface WorkbookInUse {
  readonly desk: DeskOnTenant;
  /** To Acme. */
  readonly network: FaultProxy;
  readonly folder: string;
  /** Of Acme. */
  readonly accessToken: string;
  /** Of Acme, with no network in between. */
  readonly address: string;
  webhooksOf(tenantId: string): Promise<Webhook[]>;
  /** Makes the tenant have these and nothing else. */
  holds(tenantId: string, ...states: WebhookState[]): Promise<void>;
  /** What one of the calls that answer a workbook says of it. */
  ask<Name extends WorkbookMethod>(name: Name, input: MethodInput<Name>): Promise<Workbook>;
  open(): Promise<Workbook>;
  openFile(bytes: Uint8Array): Promise<Workbook>;
  exported(include: Included): Promise<Uint8Array>;
  decide(workbook: Workbook, name: string, decision: WorkbookDecision): Promise<Workbook>;
  map(workbook: Workbook, rules?: MappingRule[]): Promise<Workbook>;
  apply(workbook: Workbook, keys?: string[]): Promise<AppliedPlan>;
  /** Ends Tenant Desk and restarts it on the same profile. */
  restart(): Promise<void>;
  /** Ends Tenant Desk: another instance can use its profile. */
  stop(): Promise<void>;
  /** Starts one on the same profile again. */
  start(): void;
}

export const named = ({ rules }: Workbook, name: string): WorkbookRule => {
  const rule = rules.find((one) => one.name === name);
  if (rule === undefined) throw new Error(`The workbook has no ${name}.`);
  return rule;
};

/** Call it once at the top of a spec file. */
export function useWorkbook(): WorkbookInUse {
  const made: { tenants?: TestTenant; network?: FaultProxy; desk?: DeskOnTenant; folder?: string } = {};

  const accessToken = (): string => present(made.tenants).addresses[1]?.accessToken ?? '';

  const start = (): void => {
    made.desk = startDesk({
      baseUrl: present(made.network).baseUrl,
      accessToken: accessToken(),
      otherTokens: { staging: present(made.tenants).addresses[0].accessToken ?? '' },
      folder: present(made.folder),
    });
  };
  const stop = async (): Promise<void> => {
    await made.desk?.[Symbol.asyncDispose]();
    delete made.desk;
  };

  beforeAll(async () => {
    made.tenants = await aTenant({ tenants: 2 });
  });
  afterAll(() => made.tenants?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    const [staging, production] = present(made.tenants).addresses;
    made.folder = makeTemporaryFolder();
    made.network = await startFaultProxy(production?.baseUrl ?? '');
    start();
    present(made.desk).addTenant('Staging', {
      baseUrl: staging.baseUrl,
      accessToken: staging.accessToken ?? '',
    });
    const { same, fresh, other, twin } = sourceRules;
    await holds('acme', same, { ...other, requestBody: '{}' });
    await holds('staging', same, fresh, other, twin, { ...twin, description: 'Two' });
    made.network.requests.length = 0;
  });
  afterEach(async () => {
    await stop();
    await made.network?.[Symbol.asyncDispose]();
  });

  const call: DeskOnTenant['call'] = (name, input) => present(made.desk).call(name, input);
  const ask: WorkbookInUse['ask'] = async (name, input) => unpackWorkbook(await call(name, input));
  const webhooksOf = async (tenantId: string) =>
    (await call('webhooks.list', { tenantId, freshness: 'tenant-first' })).data;

  async function applyTo(tenantId: string, request: ReturnType<typeof create>): Promise<void> {
    const plan = await call('changes.plan', { tenantId, request });
    await call('changes.apply', confirmed(plan));
  }

  async function holds(tenantId: string, ...states: WebhookState[]): Promise<void> {
    const there = (await webhooksOf(tenantId)).map(({ id }) => id);
    if (there.length > 0) await applyTo(tenantId, setAll('webhook', there, null));
    await applyTo(tenantId, create('webhook', ...states));
  }

  return {
    get desk() {
      return present(made.desk);
    },
    get network() {
      return present(made.network);
    },
    get folder() {
      return present(made.folder);
    },
    get accessToken() {
      return accessToken();
    },
    get address() {
      return present(made.tenants).addresses[1]?.baseUrl ?? '';
    },
    webhooksOf,
    holds,
    ask,
    open: () => ask('workbooks.open', { source: { type: 'tenant', tenantId: 'staging' }, targetId: 'acme' }),
    async openFile(bytes) {
      present(made.desk).host.fileToOpen = { name: 'rules.json', bytes };
      const opened = await call('migration.openFile', undefined);
      const source = { type: 'file', fileId: opened?.fileId ?? '' } as const;
      return await ask('workbooks.open', { source, targetId: 'acme' });
    },
    async exported(include) {
      const webhookIds = (await webhooksOf('staging')).map(({ id }) => id);
      await call('migration.export', { tenantId: 'staging', webhookIds, fileName: 'rules', ...include });
      return present(made.desk).host.saved.at(-1)?.bytes ?? new Uint8Array();
    },
    decide(workbook, name, decision) {
      const keys = workbook.rules.filter((rule) => rule.name === name).map(({ key }) => key);
      const change = { set: 'decision', keys, decision } as const;
      return ask('workbooks.change', { workbookId: workbook.id, change });
    },
    map: ({ id }, rules = aMapping) =>
      ask('workbooks.change', { workbookId: id, change: { set: 'mapping', rules } }),
    async apply({ id }, keys) {
      const plan = await call('workbooks.plan', {
        workbookId: id,
        ...(keys === undefined ? {} : { keys }),
      });
      return await present(made.desk).applyPlan(plan);
    },
    async restart() {
      await stop();
      start();
    },
    stop,
    start,
  };
}

function present<Thing>(item: Thing | undefined): Thing {
  if (item !== undefined) return item;
  throw new Error('There is a workbook only while a spec runs.');
}
