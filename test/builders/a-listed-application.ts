import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';

/** A row of the list of applications: a SAML application of which nothing else is said. */
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
