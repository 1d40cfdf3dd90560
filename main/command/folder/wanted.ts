import type { Edit } from '../../../contract/changes/changes.ts';
import { configurationTargetId } from '../../../contract/configuration/configuration.ts';
import { originsTargetId } from '../../../contract/origins/origins.ts';
import { canonicalJson } from '../../platform/json/canonical-json.ts';
import { originsDocument } from './documents.ts';
import type { Comparing, Found, Indexed } from './folder-index.ts';
import { baseOf, edit, indexed } from './folder-index.ts';
import type { FolderItem, LiveItem } from './item.ts';
import { nameKey, pathKey } from './item.ts';
import { applicationOver, configurationOver, newApplication, webhookOver } from './states.ts';
import { assignmentEdits } from './wanted-assignments.ts';

/** Something of a folder that can’t be planned. */
export interface Problem {
  readonly kind: string;
  readonly name: string;
  readonly path: string;
  readonly message: string;
}

export interface Wanted {
  readonly edits: readonly Edit[];
  /** What of the folder differs from the tenant, or is needed for that. */
  readonly changed: readonly FolderItem[];
  readonly unchanged: number;
  readonly conflicts: readonly Problem[];
  readonly skipped: readonly Problem[];
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
    changed: all.filter((found) => isChanged(found) || found.conflict !== undefined).map(({ item }) => item),
    unchanged: all.filter(
      (found) => !isChanged(found) && found.conflict === undefined && found.skipped === undefined,
    ).length,
    conflicts: problems('conflict'),
    skipped: problems('skipped'),
  };
}

const isChanged = ({ edits, isNeeded }: Found): boolean => edits.length > 0 || isNeeded === true;

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
      // Of another tenant it has another ID.
      const { members: _now, id: _idNow, ...now } = at.item.document;
      const { members: _members, id: _id, ...wanted } = item.document;
      const isSame = canonicalJson({ ...now, ...wanted }) === canonicalJson(now);
      return isSame
        ? { edits: [] }
        : { edits: [], skipped: 'Roles are read-only: tdesk changes which applications they have.' };
    }
  }
}

const created = (kind: string, wanted: unknown): Edit => ({
  kind,
  targetId: null,
  base: null,
  wanted: wanted as Edit['wanted'],
});

function creation({ rolesOf }: Indexed, item: FolderItem): Found {
  switch (item.kind) {
    case 'application': {
      const roles = [...(rolesOf.get(item.name) ?? []), ...(rolesOf.get(item.path) ?? [])];
      return { edits: [created('application', newApplication(item, roles))] };
    }
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
