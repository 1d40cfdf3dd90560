import type { AssignmentPair } from '../../contract/roles/assignment-target.ts';
import { assignmentOf } from '../../contract/roles/assignment-target.ts';
import { failure } from '../platform/errors/failure.ts';

/** Throws `invalid-input` for an ID that isn't one of an assignment. */
export function requireAssignment(targetId: string): AssignmentPair {
  const assignment = assignmentOf(targetId);
  if (assignment !== undefined) return assignment;
  throw failure('invalid-input', 'Invalid assignment: no application and role. Select the cell again.');
}
