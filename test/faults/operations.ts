import type { ApplicationState } from '../../contract/applications.ts';
import type { ChangeRequest, Plan } from '../../contract/changes.ts';
import { originsTargetId } from '../../contract/origins.ts';
import type { WebhookState } from '../../contract/webhooks.ts';
import { webhookStateOf } from '../../contract/webhooks.ts';
import type { Administrator } from './administrator.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import type { TenantState } from './tenant-state.ts';

/** What an operation is done with. Nothing fails while it is prepared. */
export interface Scene {
  readonly desk: FaultyDesk;
  readonly administrator: Administrator;
  readonly read: () => TenantState;
  /** Different in every cell, so that no cell meets what another one left. */
  readonly suffix: string;
}

/** What another administrator does to the same thing. */
export interface Interference {
  readonly name: string;
  readonly act: () => Promise<void>;
}

/** One operation that writes, ready to be planned. */
export interface Attempt {
  /** Answers the plan that waits to be applied, or, for a take-back, the one that was begun. */
  plan(): Promise<string>;
  apply(planId: string): Promise<Plan>;
  /** Identifiers of things that it may change or delete. */
  readonly own: readonly string[];
  /** Most things that it may add, also while it is not finished. */
  readonly mostAdded: number;
  /** The tenant as it shall be afterwards; identifiers of new things are made up. */
  wanted(state: TenantState): TenantState;
  /** True where a state shows all that is wanted, whatever else is in it. `before`: what was there before. */
  isInPlace(state: TenantState, before: TenantState): boolean;
  /** What is typed of it, where it is planned from a draft. */
  readonly draft?: { readonly kind: string; readonly targetId: string; readonly state: unknown };
  /** One for each of the operation's disturbances. */
  readonly interferences: readonly Interference[];
  /** A webhook that is never to be missing: the one with this identifier, or one that is as wanted. */
  readonly kept?: string;
  readonly isTakeBack?: true;
}

export interface Operation {
  readonly name: string;
  /** Requests that change something, in the order in which they are sent. */
  readonly writes: readonly string[];
  /** Names of what another administrator can do to the same thing meanwhile. */
  readonly disturbances: readonly string[];
  prepare(scene: Scene): Promise<Attempt>;
}

const template = 'Generic SAML';

function aWebhook(name: string, changes: Partial<WebhookState> = {}): WebhookState {
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

const withWebhooks = (
  state: TenantState,
  change: (webhooks: Map<string, WebhookState>) => unknown,
): TenantState => {
  const webhooks = new Map(state.webhooks);
  change(webhooks);
  return { ...state, webhooks };
};

const withApplications = (
  state: TenantState,
  change: (applications: Map<string, ApplicationState>) => unknown,
): TenantState => {
  const applications = new Map(state.applications);
  change(applications);
  return { ...state, applications };
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** True where something came that was not there before and is exactly this. */
function hasNew(
  now: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, unknown>,
  wanted: unknown,
): boolean {
  return [...now].some(([id, state]) => !before.has(id) && isSame(state, wanted));
}

async function addWebhook({ administrator, read }: Scene, webhook: WebhookState): Promise<string> {
  const before = read().webhooks;
  await administrator.createWebhook(webhook);
  const added = [...read().webhooks.keys()].find((id) => !before.has(id));
  if (added === undefined) throw new Error(`The webhook ${webhook.name} is not there.`);
  return added;
}

async function addApplication(
  { administrator }: Scene,
  members: Readonly<Record<string, string>>,
): Promise<string> {
  const id = await administrator.addApplication(template);
  await administrator.changeApplication(id, members);
  return id;
}

function applicationOf({ read }: Scene, id: string): ApplicationState {
  const state = read().applications.get(id);
  if (state === undefined) throw new Error(`The application ${id} is not there.`);
  return state;
}

/** What a person has in front of them who opens this webhook. */
async function openedWebhook({ desk }: Scene, id: string): Promise<WebhookState> {
  const { data } = await desk.call('webhooks.list', { tenantId: desk.tenantId, freshness: 'tenant-first' });
  const webhook = data.find((one) => one.id === id);
  if (webhook === undefined) throw new Error(`The desk does not list the webhook ${id}.`);
  return webhookStateOf(webhook);
}

/** Planned from a request and applied. */
function planned({ desk }: Scene, request: ChangeRequest): Pick<Attempt, 'plan' | 'apply'> {
  return {
    plan: async () => (await desk.call('changes.plan', { tenantId: desk.tenantId, request })).id,
    apply: (planId) => desk.call('changes.apply', { planId }),
  };
}

/** Typed into a draft, planned from it and applied. */
async function typed(
  scene: Scene,
  draft: {
    readonly kind: string;
    readonly targetId: string;
    readonly base: object | null;
    readonly state: object;
  },
): Promise<Pick<Attempt, 'plan' | 'apply' | 'draft'>> {
  const { desk } = scene;
  const { kind, targetId } = draft;
  // The contract carries any JSON here, and these states are made of nothing else.
  const json = (value: object | null) => JSON.parse(JSON.stringify(value));
  await desk.call('drafts.save', {
    tenantId: desk.tenantId,
    kind,
    targetId,
    state: json(draft.state),
    base: json(draft.base),
    revision: null,
  });
  return {
    ...planned(scene, { from: 'drafts', drafts: [{ kind, targetId }] }),
    draft: { kind, targetId, state: draft.state },
  };
}

async function applied({ desk }: Scene, request: ChangeRequest): Promise<Plan> {
  const { id } = await desk.call('changes.plan', { tenantId: desk.tenantId, request });
  return await desk.call('changes.apply', { planId: id });
}

const createWebhook: Operation = {
  name: 'creating a webhook',
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
      mostAdded: 1,
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

/** A webhook of which some parts are replaced. */
function replacement(
  name: string,
  present: Partial<WebhookState>,
  changes: Partial<WebhookState>,
): Operation {
  return {
    name,
    writes: ['create', 'delete'],
    disturbances: ['switches it', 'deletes it'],
    async prepare(scene) {
      const id = await addWebhook(scene, aWebhook(`Replaced ${scene.suffix}`, present));
      const base = await openedWebhook(scene, id);
      const replace = (state: TenantState): TenantState =>
        withWebhooks(state, (webhooks) => {
          const old = webhooks.get(id);
          if (old !== undefined) webhooks.delete(id);
          webhooks.set('new', { ...(old ?? base), ...changes });
        });
      const wanted = { ...base, ...changes };
      return {
        ...(await typed(scene, { kind: 'webhook', targetId: id, base, state: wanted })),
        own: [id],
        mostAdded: 1,
        wanted: replace,
        isInPlace: (state, before) =>
          !state.webhooks.has(id) && hasNew(state.webhooks, before.webhooks, wanted),
        interferences: webhookInterferences(scene, id, base),
        kept: id,
      };
    },
  };
}

function webhookInterferences(
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
  writes: ['status'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const id = await addWebhook(scene, aWebhook(`Switched ${scene.suffix}`));
    const base = await openedWebhook(scene, id);
    return {
      ...planned(scene, { from: 'targets', kind: 'webhook', targetIds: [id], set: { enabled: false } }),
      own: [id],
      mostAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.set(id, { ...base, enabled: false })),
      isInPlace: ({ webhooks }) => webhooks.get(id)?.enabled === false,
      interferences: webhookInterferences(scene, id, base),
      kept: id,
    };
  },
};

const deleteWebhook: Operation = {
  name: 'deleting a webhook',
  writes: ['delete'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const id = await addWebhook(scene, aWebhook(`Deleted ${scene.suffix}`));
    const base = await openedWebhook(scene, id);
    return {
      ...planned(scene, { from: 'targets', kind: 'webhook', targetIds: [id], set: null }),
      own: [id],
      mostAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.delete(id)),
      isInPlace: ({ webhooks }) => !webhooks.has(id),
      interferences: webhookInterferences(scene, id, base),
    };
  },
};

const importWebhooks: Operation = {
  name: 'importing a webhook file',
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
      ...planned(scene, { from: 'action', kind: 'webhook-file', input: { fileId: opened.fileId } }),
      own: [],
      mostAdded: 2,
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

const addFromCatalog: Operation = {
  name: 'adding an application from the catalog',
  writes: ['import', 'update'],
  disturbances: ['adds one from the same template'],
  async prepare(scene) {
    const application = {
      templateId: template,
      name: `Added ${scene.suffix}`,
      description: 'For everybody.',
      script: null,
    };
    const draft = { kind: 'application', targetId: `new:${scene.suffix}`, base: null, state: application };
    return {
      ...(await typed(scene, draft)),
      own: [],
      mostAdded: 1,
      wanted: (state) => withApplications(state, (applications) => applications.set('new', application)),
      isInPlace: (state, before) => hasNew(state.applications, before.applications, application),
      interferences: [
        {
          name: 'adds one from the same template',
          act: async () => void (await scene.administrator.addApplication(template)),
        },
      ],
    };
  },
};

/** A change of some members of an application. */
function applicationEdit(
  name: string,
  changes: { readonly name?: string; readonly description?: string },
): Operation {
  return {
    name,
    writes: ['update'],
    disturbances: ['renames it', 'describes it', 'deletes it'],
    async prepare(scene) {
      const id = await addApplication(scene, { Name: `Edited ${scene.suffix}`, Description: 'As it was.' });
      const base = applicationOf(scene, id);
      const state = { ...base, ...changes };
      const { administrator } = scene;
      return {
        ...(await typed(scene, { kind: 'application', targetId: id, base, state })),
        own: [id],
        mostAdded: 0,
        wanted: (now) =>
          withApplications(now, (applications) =>
            applications.set(id, { ...(applications.get(id) ?? base), ...changes }),
          ),
        isInPlace: ({ applications }) => {
          const now = applications.get(id);
          return now !== undefined && isSame(now, { ...now, ...changes });
        },
        interferences: [
          {
            name: 'renames it',
            act: () => administrator.changeApplication(id, { Name: `Theirs ${scene.suffix}` }),
          },
          {
            name: 'describes it',
            act: () => administrator.changeApplication(id, { Description: 'Theirs.' }),
          },
          { name: 'deletes it', act: () => administrator.deleteApplication(id) },
        ],
      };
    },
  };
}

const deleteApplication: Operation = {
  name: 'deleting an application',
  writes: ['delete'],
  disturbances: ['describes it', 'deletes it'],
  async prepare(scene) {
    const id = await addApplication(scene, { Name: `Deleted ${scene.suffix}`, Description: 'As it was.' });
    const { administrator } = scene;
    return {
      ...planned(scene, { from: 'targets', kind: 'application', targetIds: [id], set: null }),
      own: [id],
      mostAdded: 0,
      wanted: (state) => withApplications(state, (applications) => applications.delete(id)),
      isInPlace: ({ applications }) => !applications.has(id),
      interferences: [
        { name: 'describes it', act: () => administrator.changeApplication(id, { Description: 'Theirs.' }) },
        { name: 'deletes it', act: () => administrator.deleteApplication(id) },
      ],
    };
  },
};

const replaceScript: Operation = {
  name: 'replacing a script',
  writes: ['update'],
  disturbances: ['replaces it', 'renames the application', 'deletes the application'],
  async prepare(scene) {
    const id = await addApplication(scene, {
      Name: `Scripted ${scene.suffix}`,
      Script: 'setAudience("one");\nsetRecipient("two");\n',
    });
    const { name, script } = applicationOf(scene, id);
    const state = { application: name, script: 'setAudience("ours");\nsetRecipient("two");\n' };
    const draft = { kind: 'script', targetId: id, base: { application: name, script: script ?? '' }, state };
    const { administrator } = scene;
    return {
      ...(await typed(scene, draft)),
      own: [id],
      mostAdded: 0,
      wanted: (now) =>
        withApplications(now, (applications) => {
          const application = applications.get(id);
          if (application !== undefined) applications.set(id, { ...application, script: state.script });
        }),
      isInPlace: ({ applications }) => applications.get(id)?.script === state.script,
      interferences: [
        {
          name: 'replaces it',
          act: () => administrator.changeApplication(id, { Script: 'setAudience("theirs");\n' }),
        },
        {
          name: 'renames the application',
          act: () => administrator.changeApplication(id, { Name: 'Theirs' }),
        },
        { name: 'deletes the application', act: () => administrator.deleteApplication(id) },
      ],
    };
  },
};

/** A change of the list of trusted origins, of which some are there at the beginning. */
function originsEdit(name: string, { isAdding }: { readonly isAdding: boolean }): Operation {
  return {
    name,
    writes: ['set'],
    disturbances: ['adds another origin', isAdding ? 'adds it too' : 'removes it too'],
    async prepare(scene) {
      const { administrator } = scene;
      const ours = `ours-${scene.suffix}.example`;
      const present = [...scene.read().origins, ...(isAdding ? [] : [ours])];
      await administrator.setOrigins(present);
      const without = present.filter((origin) => origin !== ours);
      const wanted = isAdding ? [...present, ours] : without;
      const change = (origins: readonly string[]): string[] =>
        isAdding ? [...new Set([...origins, ours])] : origins.filter((origin) => origin !== ours);
      const draft = {
        kind: 'origins',
        targetId: originsTargetId,
        base: { origins: present },
        state: { origins: wanted },
      };
      return {
        ...(await typed(scene, draft)),
        own: [ours],
        mostAdded: 0,
        wanted: (state) => ({ ...state, origins: change(state.origins) }),
        isInPlace: ({ origins }) => origins.includes(ours) === isAdding,
        interferences: [
          {
            name: 'adds another origin',
            act: () => administrator.setOrigins([...scene.read().origins, `theirs-${scene.suffix}.example`]),
          },
          {
            name: isAdding ? 'adds it too' : 'removes it too',
            act: () => administrator.setOrigins(change(scene.read().origins)),
          },
        ],
      };
    },
  };
}

const undoReplacement: Operation = {
  name: 'undoing the replacement of a webhook',
  writes: ['create', 'delete'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const oldId = await addWebhook(scene, aWebhook(`Undone ${scene.suffix}`));
    const base = await openedWebhook(scene, oldId);
    const wanted = { ...base, description: 'Changed.' };
    const edit = { kind: 'webhook', targetId: oldId, base, wanted };
    const { id: planId } = await applied(scene, { from: 'edits', edits: [edit] });
    const id = [...scene.read().webhooks].find(([, { name }]) => name === base.name)?.[0] ?? '';
    return {
      ...planned(scene, { from: 'undo', planId }),
      own: [id],
      mostAdded: 1,
      wanted: (state) =>
        withWebhooks(state, (webhooks) => {
          const now = webhooks.get(id);
          if (now !== undefined) webhooks.delete(id);
          webhooks.set('new', { ...(now ?? base), description: base.description });
        }),
      isInPlace: (state, before) => !state.webhooks.has(id) && hasNew(state.webhooks, before.webhooks, base),
      interferences: webhookInterferences(scene, id, base),
      kept: id,
    };
  },
};

const undoWebhookDeletion: Operation = {
  name: 'undoing the deletion of a webhook',
  writes: ['create'],
  disturbances: ['creates the same webhook'],
  async prepare(scene) {
    const webhook = aWebhook(`Brought back ${scene.suffix}`);
    const id = await addWebhook(scene, webhook);
    const { id: planId } = await applied(scene, {
      from: 'targets',
      kind: 'webhook',
      targetIds: [id],
      set: null,
    });
    return {
      ...planned(scene, { from: 'undo', planId }),
      own: [],
      mostAdded: 1,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.set('new', webhook)),
      isInPlace: (state, before) => hasNew(state.webhooks, before.webhooks, webhook),
      interferences: [
        { name: 'creates the same webhook', act: () => scene.administrator.createWebhook(webhook) },
      ],
    };
  },
};

const undoApplicationDeletion: Operation = {
  name: 'undoing the deletion of an application',
  writes: ['import', 'update'],
  disturbances: ['adds one from the same template'],
  async prepare(scene) {
    const id = await addApplication(scene, {
      Name: `Brought back ${scene.suffix}`,
      Description: 'As it was.',
      Script: 'setAudience("kept");\n',
    });
    const application = applicationOf(scene, id);
    const { id: planId } = await applied(scene, {
      from: 'targets',
      kind: 'application',
      targetIds: [id],
      set: null,
    });
    return {
      ...planned(scene, { from: 'undo', planId }),
      own: [],
      mostAdded: 1,
      wanted: (state) => withApplications(state, (applications) => applications.set('new', application)),
      isInPlace: (state, before) => hasNew(state.applications, before.applications, application),
      interferences: [
        {
          name: 'adds one from the same template',
          act: async () => void (await scene.administrator.addApplication(template)),
        },
      ],
    };
  },
};

const takeBack: Operation = {
  name: 'taking back a plan that was begun',
  writes: ['delete'],
  disturbances: ['switches it', 'deletes it'],
  async prepare(scene) {
    const { desk } = scene;
    const webhook = aWebhook(`Taken back ${scene.suffix}`);
    const edits = [webhook, { ...webhook, name: `Never sent ${scene.suffix}` }].map((wanted) => ({
      kind: 'webhook',
      targetId: null,
      base: null,
      wanted,
    }));
    const { id: planId } = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'edits', edits },
    });
    const done = desk.host.next('changes.progress', ({ item }) => item?.state === 'verified');
    const applying = desk.call('changes.apply', { planId });
    // Asked for while the first item is under way, a stop comes before the second.
    await desk.host.next('changes.progress', ({ stage }) => stage === 'applying');
    await desk.call('changes.pause', { planId });
    await Promise.all([done, applying]);
    const id = [...scene.read().webhooks].find(([, { name }]) => name === webhook.name)?.[0] ?? '';
    const base = await openedWebhook(scene, id);
    return {
      plan: async () => planId,
      apply: () => desk.call('changes.takeBack', { planId }),
      own: [id],
      mostAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.delete(id)),
      isInPlace: ({ webhooks }) => !webhooks.has(id),
      interferences: webhookInterferences(scene, id, base),
      isTakeBack: true,
    };
  },
};

/** Every operation that writes to a tenant. */
export const operations: readonly Operation[] = [
  createWebhook,
  replacement('changing the template of a webhook', {}, { requestBody: '{"who": "${event.user_name}"}' }),
  replacement(
    'replacing a webhook that is switched off',
    { enabled: false },
    { url: 'https://hooks.acme.example/v2', method: 'PUT', riskLevel: 'High' },
  ),
  switchWebhook,
  deleteWebhook,
  importWebhooks,
  addFromCatalog,
  applicationEdit('renaming an application', { name: 'Renamed by us' }),
  applicationEdit('describing an application', { description: 'Described by us.' }),
  deleteApplication,
  replaceScript,
  originsEdit('adding a trusted origin', { isAdding: true }),
  originsEdit('removing a trusted origin', { isAdding: false }),
  undoReplacement,
  undoWebhookDeletion,
  undoApplicationDeletion,
  takeBack,
];
