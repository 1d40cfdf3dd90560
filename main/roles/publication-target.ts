import type { Publication } from '../../contract/roles.ts';
import { publicationOf } from '../../contract/roles.ts';
import { failure } from '../platform/failure.ts';

/** Throws `invalid-input` for an identifier that is none of a publication. */
export function requirePublication(targetId: string): Publication {
  const publication = publicationOf(targetId);
  if (publication !== undefined) return publication;
  throw failure('invalid-input', 'This names no application and role. Choose the cell again.');
}
