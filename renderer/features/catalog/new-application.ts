import { newTargetId } from '../../review/target-kinds.ts';
import type { ApplicationState, ApplicationTemplate } from '../../../contract/applications/applications.ts';

/** Names the draft of an application that is to be added: there is one for each template. */
export function newApplicationId(templateId: string): string {
  return newTargetId(templateId);
}

/** What an application is when nothing but its template was chosen. */
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

/** What is shown of a copy until its draft is read, which holds all of it. */
export const unreadCopy: ApplicationState = {
  templateId: '',
  name: '',
  description: '',
  icon: '',
  script: null,
  settings: {},
  roles: null,
};
