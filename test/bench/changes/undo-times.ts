import { settingsOf } from '../../../contract/applications/application-settings.ts';
import { startDesk } from '../../integration/desk-on-tenant.ts';
import type { TenantProcess } from '../../integration/tenant-process.ts';
import type { Figure } from '../benchmark.ts';
import { benchmarkSize } from './benchmark-size.ts';
import type { BareScript } from './bare-script.ts';
import { startBareScript } from './bare-script.ts';
import { countOf, median, timed } from './timed.ts';

/**
 * Deletes many applications and undoes it, against a script that brings the same ones back, one request after the other.
 *
 * The script is what a careful administrator would write who kept every record, script and role before the deletion. For each
 * application it adds one from the template, reads what that gave it (its record and its script: an update sends the
 * application whole), sends the kept settings, script, icon and roles in one update, and reads record and script back.
 * Nothing tells the roles of one application, only the applications of one role: these it reads once for each role when
 * all are back. What is compared with what, and what the script would need after a lost answer, costs it nothing.
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
    const kept = await keepAll(script, targetIds);
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
    await deleteRestored(script, kept);
    const bare = await timed(() => restoreAll(script, kept));
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

interface Kept {
  readonly record: Readonly<Record<string, unknown>>;
  readonly script: string;
  readonly roles: readonly Role[];
}

interface Role {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** All that the deletion takes away. */
async function keepAll(script: BareScript, ids: readonly string[]): Promise<readonly Kept[]> {
  const roles = await rolesOf(script);
  const kept: Kept[] = [];
  for (const id of ids) {
    const record = await script.record(id);
    const own = await script.script(id);
    kept.push({ record, script: own, roles: roles.get(id) ?? [] });
  }
  return kept;
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

/** What the desk has just brought back, so that the script finds the tenant as the desk did. */
async function deleteRestored(script: BareScript, kept: readonly Kept[]): Promise<void> {
  const names = new Set(kept.map(({ record }) => record['Name']));
  for (const { ID, Name } of await script.rows('Select ID, Name from Application')) {
    if (names.has(Name)) await script.manage('DeleteApplication', { _RowKey: [ID] });
  }
}

async function restoreAll(script: BareScript, kept: readonly Kept[]): Promise<void> {
  const ids: string[] = [];
  for (const one of kept) ids.push(await restore(script, one));
  const restored = new Map(ids.map((id, index) => [id, kept[index]?.roles ?? []]));
  for (const role of new Set(kept.flatMap(({ roles }) => roles.map(({ id }) => id)))) {
    const having = new Set(await script.applicationsOf(role));
    const missing = [...restored].filter(
      ([id, roles]) => !having.has(id) && roles.some((r) => r.id === role),
    );
    if (missing.length > 0) throw new Error(`${missing.length} applications are not published to ${role}.`);
  }
}

async function restore(script: BareScript, { record, script: own, roles }: Kept): Promise<string> {
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
