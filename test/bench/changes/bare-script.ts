import got from 'got';
import { Agent } from 'node:http';

type Members = Readonly<Record<string, unknown>>;

/** The requests of an admin's script, sent directly to the tenant over one keep-alive connection. */
export interface BareScript extends Disposable {
  /** The `Result` of a management call. */
  manage(name: string, body: unknown): Promise<unknown>;
  /** Adds an application from a template and returns its ID. */
  add(templateId: string): Promise<string>;
  record(id: string): Promise<Members>;
  script(id: string): Promise<string>;
  /** IDs of a role's applications. */
  applicationsOf(roleId: string): Promise<readonly string[]>;
  rows(query: string): Promise<readonly Members[]>;
}

export function startBareScript(baseUrl: string, accessToken: string): BareScript {
  const agent = new Agent({ keepAlive: true });

  async function send(path: string, json: unknown): Promise<unknown> {
    const { success, Result, Message } = await got
      .post(new URL(path, baseUrl), {
        json,
        headers: { authorization: `Bearer ${accessToken}` },
        agent: { http: agent },
        retry: { limit: 0 },
      })
      .json<{ readonly success: boolean; readonly Result: unknown; readonly Message: unknown }>();
    if (!success) throw new Error(`${path}: ${String(Message)}`);
    return Result;
  }
  const manage = (name: string, body: unknown): Promise<unknown> => send(`/SaasManage/${name}`, body);

  return {
    manage,
    async add(templateId) {
      const [added] = (await manage('ImportAppFromTemplate', { ID: templateId })) as [Members];
      return String(added['_RowKey']);
    },
    record: async (id) => (await manage('GetApplication', { _Rowkey: id })) as Members,
    async script(id) {
      const { Script } = (await manage('GetScript', { appkey: id })) as { readonly Script: string | null };
      return Script ?? '';
    },
    async applicationsOf(roleId) {
      const result = await manage(`GetRoleApps?role=${encodeURIComponent(roleId)}`, {});
      const { Results } = result as { readonly Results: readonly { readonly Row: Members }[] };
      return Results.map(({ Row }) => String(Row['ID'] ?? Row['_RowKey']));
    },
    async rows(query) {
      const Args = {
        PageNumber: 1,
        PageSize: 10_000,
        Limit: 10_000,
        SortBy: '',
        direction: 'true',
        Caching: -2,
      };
      const result = await send('/redrock/query', { Script: query, Args });
      const { Results } = result as { readonly Results: readonly { readonly Row: Members }[] };
      return Results.map(({ Row }) => Row);
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}
