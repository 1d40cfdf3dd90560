import type { Publication } from '../../contract/roles/roles.ts';
import { publicationOf } from '../../contract/roles/roles.ts';
import { failure } from '../platform/errors/failure.ts';

/** Throws `invalid-input` for an ID that isn't one of an assignment. */
export function requirePublication(targetId: string): Publication {
  const publication = publicationOf(targetId);
  if (publication !== undefined) return publication;
  throw failure('invalid-input', 'Invalid assignment: no application and role. Select the cell again.');
}
