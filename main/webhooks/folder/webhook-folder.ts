import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { Webhook, WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import type { FolderKind } from '../../changes/folders/folder-kind.ts';
import { failure } from '../../platform/errors/failure.ts';
import { webhookKindName } from '../kind/webhook-kind.ts';
import { readWebhookFile, webhookFileText } from './webhook-file-text.ts';

export interface WebhookFolderParts {
  /** The cached webhooks; empty when they were never loaded. */
  readonly cached: (tenantId: string) => readonly Webhook[];
  /** Reads them from the tenant. */
  readonly readAll: (tenantId: string, call: CallContext) => Promise<unknown>;
}

/** The webhooks of a tenant in a folder, each with its definition and its template. */
export function createWebhookFolder({ cached, readAll }: WebhookFolderParts): FolderKind<WebhookState> {
  return {
    name: webhookKindName,
    naming: { otherwise: 'webhook', extension: 'ftl' },
    // Next to that of the scripts: both may be in one folder.
    manifest: {
      file: 'tenant-desk-webhooks.json',
      format: 'tenant-desk/webhooks',
      members: { id: 'webhookId', name: 'webhook' },
    },
    title: 'Link a folder for webhooks',
    known: async (tenantId) =>
      cached(tenantId).map((webhook) => ({
        id: webhook.id,
        name: webhook.name,
        live: webhookStateOf(webhook),
      })),
    async readAll(tenantId, call) {
      await readAll(tenantId, call);
    },
    textOf: webhookFileText,
    stateOf(text, { item, state }) {
      if (state !== undefined) return readWebhookFile(text, state);
      throw failure('not-found', `${item.name} hasn’t been loaded from the tenant yet.`);
    },
  };
}
