import type { ApplicationState } from '../../contract/applications/applications.ts';

/** A new application of which nothing is said but its texts, unless told otherwise. */
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
