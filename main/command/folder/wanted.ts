import type { Edit } from '../../../contract/changes/changes.ts';
import { configurationTargetId } from '../../../contract/configuration/configuration.ts';
import { originsTargetId } from '../../../contract/origins/origins.ts';
import { assignmentKindName, assignmentTarget } from '../../../contract/roles/roles.ts';
import { failure } from '../../platform/errors/failure.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { assignmentsDocument, originsDocument } from './documents.ts';
import type { FolderItem, LiveItem } from './item.ts';
import { nameKey, pathKey } from './item.ts';
import type { ApplicationContent, RoleContent, TenantContent } from './read-tenant.ts';
import { applicationOver, configurationOver, newApplication, webhookOver } from './states.ts';

/** Something of a folder that can’t be planned. */
export interface Problem {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly message: string;
}

export interface Wanted {
  readonly edits: readonly Edit[];
  /** What of the folder differs from the tenant. */
  readonly changed: readonly FolderItem[];
  readonly unchanged: number;
  readonly conflicts: readonly Problem[];
  readonly skipped: readonly Problem[];
}

export interface Comparing {
  readonly content: TenantContent;
  /** All of the tenant, under the file names of the folder. */
  readonly live: readonly LiveItem[];
  /** The folder, with values in the place of references. */
  readonly items: readonly FolderItem[];
  /** What to compare with in place of what the tenant has now: that is merged. */
  readonly bases?: ReadonlyMap<string, FolderItem> | undefined;
}

interface Found {
  readonly edits: readonly Edit[];
  readonly conflict?: string;
  readonly skipped?: string;
}

/** What edits look up, built once: a tenant may have thousands of applications. */
interface Indexed extends Comparing {
  readonly liveByPath: ReadonlyMap<string, LiveItem>;
  readonly liveByName: ReadonlyMap<string, readonly LiveItem[]>;
  readonly applications: ReadonlyMap<string, ApplicationContent>;
  /** IDs by name. */
  readonly applicationIds: ReadonlyMap<string, readonly string[]>;
  /** Of the folder, by name. */
  readonly applicationItems: ReadonlyMap<string, readonly FolderItem[]>;
  /** IDs of the roles whose files name an application. */
  readonly rolesOf: ReadonlyMap<string, readonly string[]>;
}

function indexed(comparing: Comparing): Indexed {
  const { content, live, items } = comparing;
  const liveByPath = new Map(live.map((each) => [pathKey(each.item), each]));
  const grants = items
    .filter(({ kind }) => kind === 'assignments')
    .flatMap((item) => {
      const roleId = liveByPath.get(pathKey(item))?.id;
      const { applications } = assignmentsDocument.parse(item.document);
      return roleId === undefined ? [] : [...new Set(applications)].map((name) => ({ name, roleId }));
    });
  return {
    ...comparing,
    liveByPath,
    liveByName: Map.groupBy(live, ({ item }) => nameKey(item)),
    applications: new Map(content.applications.map((each) => [each.id, each])),
    applicationIds: idsByName(content.applications.map(({ id, state: { name } }) => ({ id, name }))),
    applicationItems: Map.groupBy(
      items.filter(({ kind }) => kind === 'application'),
      ({ name }) => name,
    ),
    rolesOf: idsByName(grants.map(({ name, roleId: id }) => ({ id, name }))),
  };
}

function idsByName(
  all: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(all, ({ name }) => name);
  return new Map([...groups].map(([name, those]) => [name, those.map(({ id }) => id)]));
}

/** What would make the tenant have what the folder has. Nothing is deleted because a folder doesn’t have it. */
export function wantedOf(comparing: Comparing): Wanted {
  const index = indexed(comparing);
  const all = comparing.items.map((item) => ({ item, ...editsFor(index, item) }));
  const problems = (which: 'conflict' | 'skipped'): Problem[] =>
    all.flatMap(({ item: { kind, name, path }, ...found }) => {
      const message = found[which];
      return message === undefined ? [] : [{ kind, name, path, message }];
    });
  return {
    edits: all.flatMap(({ edits }) => edits),
    changed: all.filter(({ edits }) => edits.length > 0).map(({ item }) => item),
    unchanged: all.filter(
      ({ edits, conflict, skipped }) => edits.length === 0 && conflict === undefined && skipped === undefined,
    ).length,
    conflicts: problems('conflict'),
    skipped: problems('skipped'),
  };
}

/** The tenant’s item that a file is about: by its path, which was matched by ID, else by name. */
function editsFor(comparing: Indexed, item: FolderItem): Found {
  const { content } = comparing;
  const at = comparing.liveByPath.get(pathKey(item));
  if (at === undefined) {
    const sameName = comparing.liveByName.get(nameKey(item)) ?? [];
    if (sameName.length > 0) {
      const ids = sameName.map(({ id }) => id).join(', ');
      return {
        edits: [],
        conflict: `It isn’t clear which item of this name is meant. Write the ID of one into the file: ${ids}.`,
      };
    }
    return creation(comparing, item);
  }
  switch (item.kind) {
    case 'application':
      return { edits: applicationEdits(comparing, item, at) };
    case 'webhook': {
      const state = content.webhooks.find(({ id }) => id === at.id)?.state;
      if (state === undefined) return { edits: [] };
      const base = baseOf(comparing, item);
      const from = base === undefined ? state : webhookOver(base, at.item, state);
      return { edits: edit('webhook', at.id, from, webhookOver(item, base ?? at.item, state)) };
    }
    case 'origins': {
      const base = baseOf(comparing, item)?.document ?? at.item.document;
      const [from, to] = [base, item.document].map((document) => {
        return { origins: originsDocument.parse(document).origins };
      });
      return { edits: edit('origins', originsTargetId, from, to) };
    }
    case 'configuration': {
      const base = baseOf(comparing, item);
      const from =
        base === undefined ? content.configuration : configurationOver(base, content.configuration);
      const to = configurationOver(item, from);
      return { edits: edit('configuration', configurationTargetId, from, to) };
    }
    case 'assignments':
      return assignmentEdits(comparing, item, at);
    case 'role': {
      const { members: _now, ...now } = at.item.document;
      const { members: _members, ...wanted } = item.document;
      const isSame = canonicalJson({ ...now, ...wanted }) === canonicalJson(now);
      return isSame
        ? { edits: [] }
        : { edits: [], skipped: 'Roles are read-only: tdesk changes which applications they have.' };
    }
  }
}

const baseOf = ({ bases }: Comparing, item: FolderItem): FolderItem | undefined => bases?.get(pathKey(item));

function edit(kind: string, targetId: string, base: unknown, wanted: unknown): Edit[] {
  if (canonicalJson(base) === canonicalJson(wanted)) return [];
  return [{ kind, targetId, base: base as Edit['base'], wanted: wanted as Edit['wanted'] }];
}

const created = (kind: string, wanted: unknown): Edit => ({
  kind,
  targetId: null,
  base: null,
  wanted: wanted as Edit['wanted'],
});

function creation({ rolesOf }: Indexed, item: FolderItem): Found {
  switch (item.kind) {
    case 'application':
      return { edits: [created('application', newApplication(item, rolesOf.get(item.name) ?? []))] };
    case 'webhook':
      return { edits: [created('webhook', webhookOver(item, undefined, undefined))] };
    default:
      return { edits: [], skipped: `The tenant has no role ${item.name}, and tdesk doesn’t create roles.` };
  }
}

function applicationEdits(comparing: Indexed, item: FolderItem, at: LiveItem): Edit[] {
  const application = comparing.applications.get(at.id);
  if (application === undefined) return [];
  const { id, state, script } = application;
  const base = baseOf(comparing, item);
  const from = base === undefined ? state : applicationOver(base, at.item, state);
  const to = applicationOver(item, base ?? at.item, from);
  const scriptBefore = base === undefined ? script : (base.text ?? script);
  const named = (text: string) => ({ application: state.name, script: text });
  return [
    ...edit('application', id, from, to),
    ...(item.text === null || scriptBefore === null
      ? []
      : edit('script', id, named(scriptBefore), named(item.text))),
  ];
}

function assignmentEdits(comparing: Indexed, item: FolderItem, at: LiveItem): Found {
  const found = comparing.content.roles.find(({ role }) => role.id === at.id);
  if (found === undefined) return { edits: [] };
  const names = assignmentsDocument.parse(item.document).applications;
  const before = assignmentsDocument.parse((baseOf(comparing, item) ?? at.item).document).applications;
  const edits: Edit[] = [];
  for (const name of new Set([...before, ...names])) {
    const isWanted = names.includes(name);
    if (isWanted === before.includes(name)) continue;
    const target = applicationCalled(comparing, name, found);
    if (target === 'new') continue;
    if (typeof target === 'string') return { edits: [], conflict: target };
    const state = { application: target.name, role: found.role.name };
    edits.push(
      ...edit(
        assignmentKindName,
        assignmentTarget({ applicationId: target.id, roleId: found.role.id }),
        { ...state, isPublished: !isWanted },
        { ...state, isPublished: isWanted },
      ),
    );
  }
  return { edits };
}

/** By the name that it has, or that the folder gives it. `new`: it is created with its roles. Else why it isn’t known. */
function applicationCalled(
  { liveByPath, applicationItems, applicationIds }: Indexed,
  name: string,
  { role, applications }: RoleContent,
): { readonly id: string; readonly name: string } | string {
  const known = (applicationItems.get(name) ?? []).map((item) => liveByPath.get(pathKey(item)));
  if (known.length === 1 && known[0] === undefined) return 'new';
  const ids = new Set([
    ...known.flatMap((each) => each?.id ?? []),
    ...(applicationIds.get(name) ?? []),
    ...applications.filter((each) => each.name === name).map(({ id }) => id),
  ]);
  const [id, ...others] = ids;
  if (id === undefined)
    return `${role.name} can’t have ${name}: the tenant has no such application, and neither has the folder.`;
  if (others.length > 0)
    return `${name} matches several applications. Change what ${role.name} has in the window.`;
  return { id, name };
}

/** Deletions are named one by one, and their number is limited. Throws `invalid-input`. */
export function deletionsOf(
  { live, items, content }: Pick<Comparing, 'live' | 'items' | 'content'>,
  names: readonly string[],
  maxDeletes: number,
): Edit[] {
  const found = new Map(
    names.map((name) => {
      const [wanted, kind] = [
        name.replace(/^(application|webhook):/, ''),
        /^(application|webhook):/.exec(name)?.[1],
      ];
      const candidates = live.filter(
        ({ item, id }) =>
          (kind === undefined
            ? item.kind === 'application' || item.kind === 'webhook'
            : item.kind === kind) &&
          (item.name === wanted || id === wanted),
      );
      const [candidate, ...others] = candidates;
      if (candidate === undefined) {
        throw failure(
          'invalid-input',
          `There is no application and no webhook named ${name} to delete. Nothing was sent.`,
        );
      }
      if (others.length > 0) {
        const ids = candidates.map(({ id, item }) => `${item.kind}:${id}`).join(', ');
        throw failure('invalid-input', `${name} matches several. Nothing was sent. Name one by ID: ${ids}.`);
      }
      if (items.some(({ kind: own, path }) => own === candidate.item.kind && path === candidate.item.path)) {
        throw failure(
          'invalid-input',
          `${name} is to be deleted, and the folder has it. Nothing was sent. Remove ${candidate.item.path} from the folder, or don’t delete it.`,
        );
      }
      return [`${candidate.item.kind} ${candidate.id}`, candidate] as const;
    }),
  );
  if (found.size > maxDeletes) {
    throw failure(
      'invalid-input',
      `This would delete ${found.size}, and --max-deletes is ${maxDeletes}. Nothing was sent. Raise it if that is what you want.`,
    );
  }
  return [...found.values()].map(({ id, item: { kind } }): Edit => {
    const candidates = kind === 'application' ? content.applications : content.webhooks;
    const state = candidates.find((each) => each.id === id)?.state ?? null;
    return { kind, targetId: id, base: state, wanted: null };
  });
}
