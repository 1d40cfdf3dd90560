import type { Operation } from './operation.ts';
import { applied, hasNew, planned } from './operation.ts';
import {
  aWebhook,
  addWebhook,
  isReplaced,
  openedWebhook,
  webhookInterferences,
  withWebhooks,
} from './webhook-operations.ts';

const undoReplacement: Operation = {
  name: 'undoing the replacement of a webhook',
  kind: 'webhook',
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
      maxAdded: 1,
      wanted: (state) =>
        withWebhooks(state, (webhooks) => {
          const now = webhooks.get(id);
          if (now !== undefined) webhooks.delete(id);
          webhooks.set('new', { ...(now ?? base), description: base.description });
        }),
      isInPlace(state, before) {
        const { name, description } = base;
        return isReplaced(id, { name, description }, state, before);
      },
      interferences: webhookInterferences(scene, id, base),
      originalId: id,
    };
  },
};

const undoWebhookDeletion: Operation = {
  name: 'undoing the deletion of a webhook',
  kind: 'webhook',
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
      maxAdded: 1,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.set('new', webhook)),
      isInPlace: (state, before) => hasNew(state.webhooks, before.webhooks, webhook),
      interferences: [
        { name: 'creates the same webhook', act: () => scene.administrator.createWebhook(webhook) },
      ],
    };
  },
};

const undo: Operation = {
  name: 'rolling back a plan that was started',
  kind: 'webhook',
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
    // A stop requested during the first item takes effect before the second.
    await desk.host.next('changes.progress', ({ stage }) => stage === 'applying');
    await desk.call('changes.pause', { planId });
    await Promise.all([done, applying]);
    const id = [...scene.read().webhooks].find(([, { name }]) => name === webhook.name)?.[0] ?? '';
    const base = await openedWebhook(scene, id);
    return {
      plan: async () => planId,
      apply: () => desk.call('changes.takeBack', { planId }),
      own: [id],
      maxAdded: 0,
      wanted: (state) => withWebhooks(state, (webhooks) => webhooks.delete(id)),
      isInPlace: ({ webhooks }) => !webhooks.has(id),
      interferences: webhookInterferences(scene, id, base),
      isUndo: true,
    };
  },
};

/** What leads back from a change of a webhook. */
export const undoOperations: readonly Operation[] = [undoReplacement, undoWebhookDeletion, undo];
