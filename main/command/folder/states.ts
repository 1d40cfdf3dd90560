import { withValue } from '../../../contract/applications/application-settings.ts';
import type { ApplicationState } from '../../../contract/applications/applications.ts';
import type { ConfigurationState } from '../../../contract/configuration/configuration.ts';
import { configurationStateSchema } from '../../../contract/configuration/configuration.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { applicationDocument, webhookDocument } from './documents.ts';
import type { Document, FolderItem } from './item.ts';

/** What a document doesn’t have stays as the tenant has it. */
const over = (live: FolderItem | undefined, document: Document): Document => ({
  ...live?.document,
  ...document,
});

/** Null takes a setting away; one that is not in the file stays, and one with the same meaning isn’t rewritten. */
function settingsOver(
  live: ApplicationState['settings'],
  wanted: ApplicationState['settings'],
): ApplicationState['settings'] {
  let settings: ApplicationState['settings'] = { ...live };
  for (const [name, value] of Object.entries(wanted)) {
    if (value === null) settings = { ...withValue(settings, name, undefined) };
    else if (canonicalJson(value) !== canonicalJson(live[name])) settings = { ...settings, [name]: value };
  }
  return settings;
}

/** What names an application in URLs of its tenant: in another one it gets a name that is free, and keeps it. */
const serviceName = 'ServiceName';

/** Of an application that is there. Its script is changed separately. */
export function applicationOver(
  item: FolderItem,
  live: FolderItem,
  state: ApplicationState,
): ApplicationState {
  const { name, description, icon, settings } = applicationDocument.parse({
    ...over(live, item.document),
    settings: item.document['settings'],
  });
  const isOfOtherTenant = item.id !== null && item.id !== live.id;
  const wanted = isOfOtherTenant ? { ...withValue(settings, serviceName, undefined) } : settings;
  return {
    ...state,
    name,
    description,
    icon: item.icon ?? icon ?? state.icon,
    settings: settingsOver(state.settings, wanted),
  };
}

/** Of a new application, with its script and the roles that have it. */
export function newApplication(item: FolderItem, roles: readonly string[]): ApplicationState {
  const { id, name, description, template, icon = '', settings } = applicationDocument.parse(item.document);
  const isFromOtherTenant = id !== undefined;
  const given = settingsOver({}, settings);
  return {
    templateId: template,
    name,
    description,
    icon: item.icon ?? (isFromOtherTenant ? '' : icon),
    script: item.text,
    settings: isFromOtherTenant ? { ...withValue(given, serviceName, undefined) } : given,
    roles: [...roles],
  };
}

export function webhookOver(
  item: FolderItem,
  live: FolderItem | undefined,
  state: WebhookState | undefined,
): WebhookState {
  const { id: _id, schema: _schema, ...document } = webhookDocument.parse(over(live, item.document));
  return {
    ...document,
    headers: document.headers.join('\n'),
    requestBody: item.text ?? state?.requestBody ?? '',
    enabled: document.enabled ?? state?.enabled ?? null,
    riskLevel: document.riskLevel ?? state?.riskLevel ?? '',
  };
}

export function configurationOver(item: FolderItem, state: ConfigurationState): ConfigurationState {
  const { schema: _schema, ...given } = item.document;
  return configurationStateSchema.parse({ ...state, ...given });
}
