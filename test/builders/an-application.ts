import type { ApplicationState } from '../../contract/applications/applications.ts';

/** A new application with texts only, plus `changes`. */
export function anApplication(changes: Partial<ApplicationState> = {}): ApplicationState {
  return {
    templateId: 'Generic SAML',
    name: 'Expenses',
    description: 'For receipts',
    icon: '',
    script: null,
    settings: {},
    roles: null,
    ...changes,
  };
}
