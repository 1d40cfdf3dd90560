import { newTargetId } from '../../review/target-kinds.ts';
import type { ApplicationState, ApplicationTemplate } from '../../../contract/applications/applications.ts';

/** Target ID of the draft of a new application; there is one per template. */
export function newApplicationId(templateId: string): string {
  return newTargetId(templateId);
}

/** Initial state of an application added from a template. */
export function newApplicationOf({ id, displayName, description }: ApplicationTemplate): ApplicationState {
  return {
    templateId: id,
    name: displayName,
    description,
    icon: '',
    script: null,
    settings: {},
    roles: null,
  };
}

/** Placeholder for a copy until its draft is loaded. */
export const unreadCopy: ApplicationState = {
  templateId: '',
  name: '',
  description: '',
  icon: '',
  script: null,
  settings: {},
  roles: null,
};
