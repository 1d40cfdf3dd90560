import { z } from 'zod';
import type { AssignmentPair } from '../../contract/roles/assignment-target.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import type { TenantAddress } from '../integration/tenant-process.ts';

/** Another admin with another program, on a connection without faults. */
export interface Administrator {
  createWebhook(webhook: WebhookState): Promise<void>;
  deleteWebhook(id: string): Promise<void>;
  switchWebhook(id: string, enabled: boolean): Promise<void>;
  exportWebhooks(ids: readonly string[]): Promise<Uint8Array>;
  addApplication(templateId: string): Promise<string>;
  /** Members as the tenant spells them. */
  changeApplication(id: string, members: Readonly<Record<string, string>>): Promise<void>;
  /** Assigns it to a role, or unassigns it. */
  publish(assignment: AssignmentPair, isPublished: boolean): Promise<void>;
  deleteApplication(id: string): Promise<void>;
  setOrigins(origins: readonly string[]): Promise<void>;
  /** Settings as the tenant spells them; all others stay. */
  setConfig(members: Readonly<Record<string, unknown>>): Promise<void>;
  startJob(script: string): Promise<void>;
  config(): Promise<Readonly<Record<string, unknown>>>;
}

const added = z.object({ Result: z.array(z.object({ _RowKey: z.string() })).min(1) });

export function createAdministrator({
  baseUrl,
  analyticsUrl,
  accessToken = '',
}: TenantAddress): Administrator {
  async function send(method: string, url: string, body?: unknown): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`);
    return response;
  }
  async function manage(path: string, body: unknown): Promise<unknown> {
    const envelope: unknown = await (await send('POST', `${baseUrl}${path}`, body)).json();
    if (!z.object({ success: z.literal(true) }).safeParse(envelope).success) {
      throw new Error(`${path} answered ${JSON.stringify(envelope)}`);
    }
    return envelope;
  }

  const config = async (): Promise<Readonly<Record<string, unknown>>> =>
    z
      .object({ Result: z.record(z.string(), z.unknown()) })
      .parse(await manage('/TenantConfig/GetCustomerConfig', {})).Result;

  return {
    config,
    setConfig: async (members) =>
      void (await manage('/TenantConfig/SetCustomerConfig', { ...(await config()), ...members })),
    startJob: async (script) => void (await manage('/JobFlow/StartJob', { script, args: {} })),
    async createWebhook({ contentType, requestBody, eventType, riskLevel, ...rest }) {
      const definition = {
        ...rest,
        content_type: contentType,
        request_body: requestBody,
        event_type: eventType,
        risk_level: riskLevel,
      };
      await send('POST', `${analyticsUrl}/rules/webhook`, definition);
    },
    deleteWebhook: async (id) => void (await send('DELETE', `${analyticsUrl}/rules/${id}`)),
    switchWebhook: async (id, enabled) =>
      void (await send('POST', `${analyticsUrl}/rules/${id}/status`, enabled)),
    async exportWebhooks(ids) {
      const request = { policy_ids: ids, export_url: true, export_header: true };
      const file = await send('POST', `${analyticsUrl}/file/export/rules/webhook/webhooks`, request);
      return new Uint8Array(await file.arrayBuffer());
    },
    async addApplication(templateId) {
      const { Result } = added.parse(await manage('/SaasManage/ImportAppFromTemplate', { ID: templateId }));
      const [{ _RowKey }] = Result as [{ _RowKey: string }];
      return _RowKey;
    },
    changeApplication: async (id, members) =>
      void (await manage('/SaasManage/UpdateApplicationDE', { _RowKey: id, ...members })),
    async publish({ applicationId, roleId }, isPublished) {
      const entry = { ID: roleId, Automatic: false };
      const [Publish, UnPublish] = isPublished ? [[entry], []] : [[], [entry]];
      const AppRoles = { Publish, UnPublish };
      await manage('/SaasManage/UpdateApplicationDE', { _RowKey: applicationId, AppRoles });
    },
    deleteApplication: async (id) => void (await manage('/SaasManage/DeleteApplication', { _RowKey: [id] })),
    setOrigins: async (AllowCors) => void (await manage('/TenantConfig/SetCustomerConfig', { AllowCors })),
  };
}
