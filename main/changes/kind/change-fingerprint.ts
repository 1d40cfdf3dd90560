import { createHash } from 'node:crypto';
import { diffLines } from 'diff';
import type { ChangePart } from '../../../contract/changes/change-parts.ts';
import { memberRows, pairRows } from '../../../contract/changes/part-rows.ts';
import { showParts } from './compare-states.ts';
import type { Part } from './part.ts';

/** A part in which an item may differ from others of its group. */
export interface Difference {
  readonly label: string;
  /** Shortened; empty where it is too long to be listed. */
  readonly value: string;
  /** Equal for equal values. */
  readonly key: string;
}

/** What a change has in common with others in its group, and where it differs from them. */
export interface ChangeFingerprint {
  /** Equal only if everything shown is equal, except for `differences` and the names of new and deleted items. */
  readonly common: string;
  readonly differences: readonly Difference[];
}

type Shown = Extract<ChangePart, { isChanged: boolean }>;
type Text = Extract<ChangePart, { readonly type: 'text' }>;

/** Replaces the name of an item within its texts. */
const nameMark = '\u0000name\u0000';
const maxValueLength = 60;

/**
 * Built from what a review shows of the change, so that nothing shown can differ within a group without being listed.
 * Everything is common unless its part says otherwise: hosts, headers, states, scripts and roles never differ.
 */
export function changeFingerprint<State>(
  parts: readonly Part<State>[],
  before: State | null,
  after: State | null,
): ChangeFingerprint {
  const roles = new Map(parts.map(({ name, inGroups }) => [name, inGroups]));
  const shown = showParts(parts, { before, after }).filter(({ isChanged }) => isChanged);
  const isEdit = before !== null && after !== null;
  const names = isEdit ? [] : namesIn(shown, roles);
  const common: unknown[] = [];
  const differences: Difference[] = [];
  for (const part of shown) {
    const role = roles.get(part.name);
    if (role === 'name' && !isEdit) continue;
    if (role === 'listed' && (part.type === 'field' || part.type === 'text')) {
      if (isEdit) {
        common.push([part.name, part.after]);
        differences.push(differenceOf(`${part.label} before`, part.before ?? ''));
      } else differences.push(differenceOf(part.label, part.after ?? part.before ?? ''));
    } else if (part.type === 'text' && isEdit) {
      const { changed, rest } = editOfText(part);
      common.push([part.name, changed]);
      differences.push({ label: `Unchanged lines of ${part.label}`, value: '', key: digest(rest) });
    } else common.push([part.name, withoutNames(part, names)]);
  }
  return { common: digest(common), differences };
}

function namesIn(shown: readonly Shown[], roles: ReadonlyMap<string, Part<never>['inGroups']>): string[] {
  return shown.flatMap((part) =>
    part.type === 'field' && roles.get(part.name) === 'name'
      ? [(part.after ?? part.before ?? '').trim()]
      : [],
  );
}

/** A whole part. The item's own name in a text isn't a difference, because it is listed with the item. */
function withoutNames(part: Shown, names: readonly string[]): unknown {
  switch (part.type) {
    case 'field':
      return [part.before, part.after];
    case 'text': {
      const unnamed = (text: string | null) =>
        names.reduce<string | null>(
          (rest, name) => (name === '' ? rest : (rest?.replaceAll(name, nameMark) ?? null)),
          text,
        );
      return [unnamed(part.before), unnamed(part.after)];
    }
    case 'pairs':
      return pairRows(part.before ?? [], part.after ?? [])
        .filter(({ sign }) => sign !== 'same')
        .map(({ before, after }) => [before, after]);
    case 'set':
      return changedRows(
        (part.before ?? []).map((member) => [member]),
        (part.after ?? []).map((member) => [member]),
      );
    case 'table':
      return changedRows(part.before ?? [], part.after ?? []);
  }
}

function changedRows(
  before: readonly (readonly string[])[],
  after: readonly (readonly string[])[],
): readonly string[] {
  return memberRows(before, after, (cells) => JSON.stringify(cells))
    .filter(({ sign }) => sign !== 'same')
    .map(({ sign, member }) => JSON.stringify([sign, member]))
    .toSorted();
}

/** The added and removed lines, line ends included, and the lines around them. */
function editOfText({ before, after }: Text): { readonly changed: unknown; readonly rest: unknown } {
  const changes = diffLines(before ?? '', after ?? '');
  const isChanged = ({ added, removed }: (typeof changes)[number]): boolean => added || removed;
  return {
    changed: changes.filter(isChanged).map(({ added, value }) => [added, value]),
    rest: changes.filter((change) => !isChanged(change)).map(({ value }) => value),
  };
}

function differenceOf(label: string, value: string): Difference {
  const line = value.replace(/\s+/g, ' ').trim();
  return { label, value: line.length > maxValueLength ? '' : line, key: digest(value) };
}

function digest(facts: unknown): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22);
}
