import { settingsOf } from '../../../contract/applications/application-settings.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { TenantProcess } from '../../integration/tenant-process.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from './benchmark-size.ts';
import type { BareScript } from './bare-script.ts';
import { startBareScript } from './bare-script.ts';
import { countOf, median, timed } from './timed.ts';

/**
 * Deletes many applications and undoes it, against a script that restores them one after the other.
 * The script is what a careful admin would write who saved every record, script and role before the deletion.
 * For each application it adds one from the template, reads the result (its record and its script: an update
 * sends the whole application), sends the saved settings, script, icon and roles in one update, and reads
 * record and script again. The roles of one application can't be queried, only the applications of a role: it
 * reads these once for each role after all applications are restored. Matching old and new applications, and
 * what the script would need after a lost response, isn't counted.
 */
export async function measureUndo({ tenants: [address] }: TenantProcess): Promise<Figure> {
  const { baseUrl } = address;
  const accessToken = address.accessToken ?? '';
  await using desk = startDesk({ baseUrl, accessToken });
  using script = startBareScript(baseUrl, accessToken);
  const rounds: { readonly deskMs: number; readonly bareMs: number }[] = [];
  for (let round = 0; round < benchmarkSize.rounds; round += 1) {
    const { data } = await desk.call('applications.list', { tenantId: desk.tenantId });
    const targetIds = data.slice(0, benchmarkSize.deletions).map(({ id }) => id);
    const saved = await saveAll(script, targetIds);
    const gone = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'targets', kind: 'application', targetIds, set: null },
    });
    await desk.call('changes.apply', { planId: gone.id });
    const undo = await desk.call('changes.plan', {
      tenantId: desk.tenantId,
      request: { from: 'undo', planId: gone.id },
    });
    const ours = await timed(() => desk.call('changes.apply', { planId: undo.id }));
    if (ours.value.counts.verified !== targetIds.length) throw new Error(JSON.stringify(ours.value.counts));
    await deleteRestored(script, saved);
    const bare = await timed(() => restoreAll(script, saved));
    rounds.push({ deskMs: ours.ms, bareMs: bare.ms });
  }
  const ratios = rounds.map(({ deskMs, bareMs }) => deskMs / bareMs);
  return {
    figure: `undoing ${countOf(benchmarkSize.deletions)} deletions`,
    ratio: median(ratios),
    unit: 'times as long',
    reference: 'a bare loop that brings the same ones back and reads them back',
    goal: 'at most 1.3',
    detail: { ratios, rounds },
  };
}

interface SavedApplication {
  readonly record: Readonly<Record<string, unknown>>;
  readonly script: string;
  readonly roles: readonly Role[];
}

interface Role {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** Everything that the deletion removes. */
async function saveAll(script: BareScript, ids: readonly string[]): Promise<readonly SavedApplication[]> {
  const roles = await rolesOf(script);
  const saved: SavedApplication[] = [];
  for (const id of ids) {
    const record = await script.record(id);
    const own = await script.script(id);
    saved.push({ record, script: own, roles: roles.get(id) ?? [] });
  }
  return saved;
}

async function rolesOf(script: BareScript): Promise<ReadonlyMap<string, readonly Role[]>> {
  const having = new Map<string, Role[]>();
  for (const { ID, Name, RoleType } of await script.rows('Select ID, Name, RoleType from Role')) {
    const role = { id: String(ID), name: String(Name), type: String(RoleType) };
    for (const id of await script.applicationsOf(role.id)) {
      having.set(id, [...(having.get(id) ?? []), role]);
    }
  }
  return having;
}

/**
 * Deletes the applications that Tenant Desk has just restored, so that the script starts from the same state
 * of the tenant.
 */
async function deleteRestored(script: BareScript, saved: readonly SavedApplication[]): Promise<void> {
  const names = new Set(saved.map(({ record }) => record['Name']));
  for (const { ID, Name } of await script.rows('Select ID, Name from Application')) {
    if (names.has(Name)) await script.manage('DeleteApplication', { _RowKey: [ID] });
  }
}

async function restoreAll(script: BareScript, saved: readonly SavedApplication[]): Promise<void> {
  const ids: string[] = [];
  for (const one of saved) ids.push(await restore(script, one));
  const restored = new Map(ids.map((id, index) => [id, saved[index]?.roles ?? []]));
  for (const role of new Set(saved.flatMap(({ roles }) => roles.map(({ id }) => id)))) {
    const having = new Set(await script.applicationsOf(role));
    const missing = [...restored].filter(
      ([id, roles]) => !having.has(id) && roles.some((r) => r.id === role),
    );
    if (missing.length > 0) throw new Error(`${missing.length} applications are not published to ${role}.`);
  }
}

async function restore(
  script: BareScript,
  { record, script: own, roles }: SavedApplication,
): Promise<string> {
  const id = await script.add(String(record['TemplateName']));
  const now = await script.record(id);
  await script.script(id);
  const Publish = roles.map((role) => ({
    Name: role.name,
    ID: role.id,
    RoleType: role.type,
    Automatic: false,
    Application: id,
    Role: role.id,
  }));
  const { Name, Description, Icon } = record;
  await script.manage('UpdateApplicationDE', {
    ...now,
    ...settingsOf(record),
    _RowKey: id,
    Name,
    Description,
    IconUri: Icon,
    ...(own === '' ? {} : { Script: own }),
    ...(Publish.length === 0 ? {} : { AppRoles: { Publish, UnPublish: [] } }),
  });
  const restored = await script.record(id);
  if (restored['Name'] !== Name || (await script.script(id)) !== own) {
    throw new Error(`The bare script did not bring ${String(Name)} back.`);
  }
  return id;
}
