import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';

/** A row of the application list: a SAML application with default values. */
export function aListedApplication(
  id: string,
  changes: Partial<ApplicationSummary> = {},
): ApplicationSummary {
  return {
    id,
    name: `App ${id}`,
    description: '',
    type: 'Web - SAML',
    category: '',
    state: '',
    icon: '',
    templateName: '',
    serviceName: '',
    ...changes,
  };
}
