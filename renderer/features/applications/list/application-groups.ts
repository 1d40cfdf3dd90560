import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import type { PublishedRoles } from './roles-by-application.ts';
import type { FilterGroup, ListOrder } from '../../../lists/filter-index.ts';

/** Local states of an application. */
export type ApplicationState = 'changed' | 'draft' | 'conflict';

interface ExtraVariables {
  /** Undefined until the roles are loaded. */
  readonly published: PublishedRoles | undefined;
  readonly statesOf: (id: string) => readonly ApplicationState[];
}

const stateLabels: Readonly<Record<string, string>> = {
  changed: 'Changed',
  draft: 'Draft',
  conflict: 'Conflict',
};

/** Filter groups of applications. The IDs are also search prefixes: `type:saml`. */
export function applicationGroups({
  published,
  statesOf,
}: ExtraVariables): readonly FilterGroup<ApplicationSummary>[] {
  return [
    {
      id: 'is',
      label: 'Status',
      valuesOf: ({ id }) => statesOf(id),
      labelOf: (value) => stateLabels[value] ?? value,
    },
    { id: 'type', label: 'Type', valuesOf: ({ type }) => (type === '' ? [] : [type]) },
    { id: 'category', label: 'Category', valuesOf: ({ category }) => (category === '' ? [] : [category]) },
    ...(published === undefined
      ? []
      : [
          {
            id: 'role',
            label: 'Role',
            valuesOf: ({ id }: ApplicationSummary) => published.rolesOf(id),
            labelOf: published.nameOf,
          },
        ]),
    {
      id: 'template',
      label: 'Template',
      valuesOf: ({ templateName }) => (templateName === '' ? [] : [templateName]),
    },
  ];
}

/** The searchable text of an application. */
export function applicationText(
  application: ApplicationSummary,
  published: PublishedRoles | undefined,
): string {
  const { name, description, type, category, templateName, serviceName } = application;
  const roles = published?.rolesOf(application.id).map(published.nameOf) ?? [];
  return [name, description, type, category, templateName, serviceName, ...roles].join('\n');
}

/** Sorts by time of the last change, newest first; unknown times come last. */
export const byLastChange = (times: Readonly<Record<string, number>>): ListOrder<ApplicationSummary> => ({
  id: changedColumn,
  label: 'Last modified',
  rank: ({ id }) => -(times[id] ?? 0),
});

/** Column that shows the time beside the name. */
export const changedColumn = 'changed';

export const applicationOrders = [
  { id: 'name', label: 'Name' },
  { id: 'type', label: 'Type', rank: ({ type }) => type },
  { id: 'category', label: 'Category', rank: ({ category }) => category },
  { id: 'changed', label: 'Last modified' },
] as const satisfies readonly ListOrder<ApplicationSummary>[];

/** Fields available for the second line of a row. */
export const applicationColumns = [
  { id: 'type', label: 'Type', of: ({ type }: ApplicationSummary) => type },
  { id: 'category', label: 'Category', of: ({ category }: ApplicationSummary) => category },
  { id: 'template', label: 'Template', of: ({ templateName }: ApplicationSummary) => templateName },
  { id: 'service', label: 'Service name', of: ({ serviceName }: ApplicationSummary) => serviceName },
  { id: 'description', label: 'Description', of: ({ description }: ApplicationSummary) => description },
  { id: 'changed', label: 'Last modified', of: () => '' },
] as const;

export type ApplicationColumn = (typeof applicationColumns)[number]['id'];
