import type { Publication } from '../../contract/roles/roles.ts';
import { publicationOf } from '../../contract/roles/roles.ts';
import { failure } from '../platform/errors/failure.ts';

/** Throws `invalid-input` for an identifier that is none of a publication. */
export function requirePublication(targetId: string): Publication {
  const publication = publicationOf(targetId);
  if (publication !== undefined) return publication;
  throw failure('invalid-input', 'This names no application and role. Choose the cell again.');
}
