import type { SendMode } from '../../contract/changes/send-modes.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks/webhooks.ts';
import type { Attempt, Interference, Operation, Scene } from './operation.ts';
import { hasNew, isSame, planned, typed } from './operation.ts';
import type { TenantState } from './tenant-state.ts';

export function aWebhook(name: string, changes: Partial<WebhookState> = {}): WebhookState {
  return {
    name,
    description: 'Tells the people on call.',
    url: 'https://hooks.acme.example/alerts',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: '{\n  "who": "${event.user_name}",\n  "why": "${event.reason}"\n}',
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
    ...changes,
  };
}

export const withWebhooks = (
  state: TenantState,
  change: (webhooks: Map<string, WebhookState>) => unknown,
): TenantState => {
  const webhooks = new Map(state.webhooks);
  change(webhooks);
  return { ...state, webhooks };
};

export async function addWebhook({ administrator, read }: Scene, webhook: WebhookState): Promise<string> {
  const before = read().webhooks;
  await administrator.createWebhook(webhook);
  const added = [...read().webhooks.keys()].find((id) => !before.has(id));
  if (added === undefined) throw new Error(`The webhook ${webhook.name} is not there.`);
  return added;
}

/** The state that a user sees after opening this webhook. */
export async function openedWebhook({ desk }: Scene, id: string): Promise<WebhookState> {
  const { data } = await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' });
  const webhook = data.find((one) => one.id === id);
  if (webhook === undefined) throw new Error(`Tenant Desk does not list the webhook ${id}.`);
  return webhookStateOf(webhook);
}

const createWebhook: Operation = {
  name: 'creating a webhook',
  kind: 'webhook',
  writes: ['create'],
  disturbances: ['creates the same webhook', 'creates another webhook of that name'],
  async prepare(scene) {
    const webhook = aWebhook(`Created ${scene.suffix}`);
    return {
      ...(await typed(scene, {
        kind: 'webhook',
        targetId: `new:${scene.suffix}`,
        base: null,
        state: webhook,
      })),
      own: [],
      maxAdded: 1,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.set('new', webhook)),
      isInPlace: (state, before) => hasNew(state.webhooks, before.webhooks, webhook),
      interferences: [
        { name: 'creates the same webhook', act: () => scene.administrator.createWebhook(webhook) },
        {
          name: 'creates another webhook of that name',
          act: () => scene.administrator.createWebhook({ ...webhook, description: 'Theirs.' }),
        },
      ],
    };
  },
};

/** True where this webhook is gone, and a new one has these parts. */
export function isReplaced(
  id: string,
  parts: Partial<WebhookState>,
  { webhooks }: TenantState,
  before: TenantState,
): boolean {
  const isNew = ([newId, now]: readonly [string, WebhookState]): boolean =>
    !before.webhooks.has(newId) && isSame(now, { ...now, ...parts });
  return !webhooks.has(id) && [...webhooks].some(isNew);
}

/** A webhook with some parts replaced. */
function replacement(
  name: string,
  present: Partial<WebhookState>,
  changes: Partial<WebhookState>,
  mode: SendMode = 'create-first',
): Operation {
  const deletesFirst = mode === 'delete-first';
  return {
    name,
    kind: 'webhook',
    writes: deletesFirst ? ['delete', 'create'] : ['create', 'delete'],
    disturbances: ['switches it', 'deletes it'],
    async prepare(scene) {
      const id = await addWebhook(scene, aWebhook(`Replaced ${scene.suffix}`, present));
      const base = await openedWebhook(scene, id);
      const replace = (state: TenantState): TenantState =>
        withWebhooks(state, (webhooks) => {
          const old = webhooks.get(id);
          if (old !== undefined) webhooks.delete(id);
          // A status set by others stays. If the tenant shows no status, a new webhook starts enabled.
          const switched = base.enabled === null ? { enabled: true } : {};
          webhooks.set('new', { ...(old ?? base), ...changes, ...switched });
        });
      const wanted = { ...base, ...changes };
      const attempt = await typed(scene, { kind: 'webhook', targetId: id, base, state: wanted });
      return {
        ...attempt,
        ...(deletesFirst && {
          async plan() {
            const planId = await attempt.plan();
            return (await scene.desk.call('changes.chooseSendMode', { planId, mode })).id;
          },
        }),
        own: [id],
        maxAdded: 1,
        wanted: replace,
        isInPlace: (state, before) => isReplaced(id, { name: base.name, ...changes }, state, before),
        interferences: webhookInterferences(scene, id, base),
        ...(deletesFirst ? {} : { originalId: id }),
        ...(base.enabled === null ? { rolledBack: enabledAgain(id) } : {}),
      };
    },
  };
}

/** If a tenant does not show whether a webhook is enabled, it is unknown that it was disabled. */
function enabledAgain(id: string): NonNullable<Attempt['rolledBack']> {
  return {
    state: (before) =>
      withWebhooks(before, (webhooks) => {
        const webhook = webhooks.get(id);
        if (webhook !== undefined) webhooks.set(id, { ...webhook, enabled: true });
      }),
    rollbackWarning: 'Undo would enable it.',
  };
}

export function webhookInterferences(
  { administrator }: Scene,
  id: string,
  { enabled }: WebhookState,
): readonly Interference[] {
  return [
    { name: 'switches it', act: () => administrator.switchWebhook(id, enabled !== true) },
    { name: 'deletes it', act: () => administrator.deleteWebhook(id) },
  ];
}

const switchWebhook: Operation = {
  name: 'switching a webhook off',
  kind: 'webhook',
  isShownByStatus: true,
  writes: ['status'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const id = await addWebhook(scene, aWebhook(`Switched ${scene.suffix}`));
    const base = await openedWebhook(scene, id);
    return {
      ...planned(scene, { from: 'targets', kind: 'webhook', targetIds: [id], set: { enabled: false } }),
      own: [id],
      maxAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.set(id, { ...base, enabled: false })),
      isInPlace: ({ webhooks }) => webhooks.get(id)?.enabled === false,
      interferences: webhookInterferences(scene, id, base),
      originalId: id,
    };
  },
};

const deleteWebhook: Operation = {
  name: 'deleting a webhook',
  kind: 'webhook',
  writes: ['delete'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const id = await addWebhook(scene, aWebhook(`Deleted ${scene.suffix}`));
    const base = await openedWebhook(scene, id);
    return {
      ...planned(scene, { from: 'targets', kind: 'webhook', targetIds: [id], set: null }),
      own: [id],
      maxAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.delete(id)),
      isInPlace: ({ webhooks }) => !webhooks.has(id),
      interferences: webhookInterferences(scene, id, base),
    };
  },
};

const importWebhooks: Operation = {
  name: 'importing a webhook file',
  kind: 'webhook-file',
  writes: ['import'],
  disturbances: ['creates a webhook of that name'],
  async prepare(scene) {
    const { desk, administrator } = scene;
    const webhooks = ['one', 'two'].map((name) => aWebhook(`Imported ${name} ${scene.suffix}`));
    const ids: string[] = [];
    for (const webhook of webhooks) ids.push(await addWebhook(scene, webhook));
    const bytes = await administrator.exportWebhooks(ids);
    for (const id of ids) await administrator.deleteWebhook(id);
    desk.host.fileToOpen = { name: 'webhooks.json', bytes };
    const opened = await desk.call('migration.openFile', undefined);
    if (opened === undefined) throw new Error('The file was not opened.');
    const isArrived = (state: TenantState, before: TenantState): boolean =>
      webhooks.every((webhook) => hasNew(state.webhooks, before.webhooks, webhook));
    return {
      ...planned(scene, { from: 'action', kind: 'webhook-file', inputs: [{ fileId: opened.fileId }] }),
      own: [],
      maxAdded: 2,
      wanted: (state) =>
        withWebhooks(state, (present) => {
          for (const [index, webhook] of webhooks.entries()) present.set(`new ${index}`, webhook);
        }),
      isInPlace: isArrived,
      interferences: [
        {
          name: 'creates a webhook of that name',
          act: () =>
            administrator.createWebhook({ ...aWebhook(`Imported one ${scene.suffix}`), description: '' }),
        },
      ],
    };
  },
};

export const webhookOperations: readonly Operation[] = [
  createWebhook,
  replacement('changing the template of a webhook', {}, { requestBody: '{"who": "${event.user_name}"}' }),
  replacement(
    'replacing a webhook that is switched off',
    { enabled: false },
    { url: 'https://hooks.acme.example/v2', method: 'PUT', riskLevel: 'High' },
  ),
  replacement(
    'replacing a webhook, the old one deleted first',
    {},
    { requestBody: '{"who": "${event.user_name}"}' },
    'delete-first',
  ),
  switchWebhook,
  deleteWebhook,
  importWebhooks,
];
