import type { IntentKind } from '../../contract/changes.ts';
import { deleteApplication } from '../applications/delete-application.ts';
import { importApplication } from '../applications/import-application.ts';
import { updateApplication } from '../applications/update-application.ts';
import type { ChangeKinds, SealedKind } from '../changes/change-kind.ts';
import { sealKind } from '../changes/change-kind.ts';
import { importWebhooks } from '../webhooks/files/import-webhooks.ts';
import type { ImportParts } from '../webhooks/files/import-webhooks.ts';
import { setOrigins } from '../origins/set-origins.ts';
import { replaceScript } from '../scripts/replace-script.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';
import { enableWebhook } from '../webhooks/enable-webhook.ts';
import { replaceWebhook } from '../webhooks/replace-webhook.ts';

/** Every kind of change there is; a kind of intent without one is a compile error. */
export function createChangeKinds(parts: ImportParts): ChangeKinds {
  const { client } = parts;
  const kinds = {
    'script.replace': sealKind(replaceScript(client)),
    'application.import': sealKind(importApplication(client)),
    'application.update': sealKind(updateApplication(client)),
    'application.delete': sealKind(deleteApplication(client)),
    'origins.set': sealKind(setOrigins(client)),
    'webhook.create': sealKind(createWebhook(parts)),
    'webhook.replace': sealKind(replaceWebhook(parts)),
    'webhook.enable': sealKind(enableWebhook(parts)),
    'webhook.delete': sealKind(deleteWebhook(parts)),
    'webhooks.import': sealKind(importWebhooks(parts)),
  } satisfies Record<IntentKind, SealedKind>;
  return new Map(Object.values(kinds).map((kind) => [kind.kind, kind]));
}
