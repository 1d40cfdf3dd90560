import type { ApplicationState } from '../../../contract/applications/applications.ts';
import type { EditedPart } from './editing/application-editing.svelte.ts';

function member<Name extends 'name' | 'description' | 'icon'>(
  id: Name,
  label: string,
): EditedPart<ApplicationState[Name]> {
  return { id, label, get: (state) => state[id], set: (state, value) => ({ ...state, [id]: value }) };
}

/** The parts edited of every application, besides its sign-on fields. */
export const generalParts = {
  name: member('name', 'Name'),
  description: member('description', 'Description'),
  icon: member('icon', 'Icon'),
} as const;
