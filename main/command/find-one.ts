import { failure } from '../platform/errors/failure.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The one item with this ID or name. Throws `not-found`, and `invalid-input` where a name matches several. */
export function findOne<Item extends Named>(items: readonly Item[], wanted: string, what: string): Item {
  const byId = items.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const [first, ...others] = items.filter(({ name }) => name.trim() === wanted.trim());
  if (first === undefined) throw failure('not-found', `There is no ${what} with the name or ID ${wanted}.`);
  if (others.length === 0) return first;
  const ids = [first, ...others].map(({ id }) => id).join(', ');
  throw failure('invalid-input', `The name ${wanted} matches several (${what}). Use an ID: ${ids}.`);
}
