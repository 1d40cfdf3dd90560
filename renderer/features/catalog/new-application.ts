import type { ApplicationState, ApplicationTemplate } from '../../../contract/applications.ts';

/** Names the draft of an application that is to be added: there is one for each template. */
export function newApplicationId(templateId: string): string {
  return `new:${templateId}`;
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
