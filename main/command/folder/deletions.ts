import type { Edit } from '../../../contract/changes/changes.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Comparing } from './folder-index.ts';

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
