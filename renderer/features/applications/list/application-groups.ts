import type { ApplicationSummary } from '../../../../contract/applications/application-summary.ts';
import type { PublishedRoles } from './roles-by-application.ts';
import type { FilterGroup, ListOrder } from '../../../lists/filter-index.ts';

/** What the desk knows of an application beside its row. */
export type ApplicationState = 'changed' | 'draft' | 'conflict';

interface ExtraVariables {
  /** Undefined where no roles have been read. */
  readonly published: PublishedRoles | undefined;
  readonly statesOf: (id: string) => readonly ApplicationState[];
}

const stateLabels: Readonly<Record<string, string>> = {
  changed: 'Changed',
  draft: 'Draft',
  conflict: 'Conflict',
};

/** By what applications are narrowed; the identifiers are also the words of the search: `type:saml`. */
export function applicationGroups({
  published,
  statesOf,
}: ExtraVariables): readonly FilterGroup<ApplicationSummary>[] {
  return [
    {
      id: 'is',
      label: 'State',
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

/** What a person may know an application by. */
export function applicationText(
  application: ApplicationSummary,
  published: PublishedRoles | undefined,
): string {
  const { name, description, type, category, templateName, serviceName } = application;
  const roles = published?.rolesOf(application.id).map(published.nameOf) ?? [];
  return [name, description, type, category, templateName, serviceName, ...roles].join('\n');
}

/** The order for what is not known by the row alone; what has no time comes last. */
export const byLastChange = (times: Readonly<Record<string, number>>): ListOrder<ApplicationSummary> => ({
  id: changedColumn,
  label: 'Last change',
  rank: ({ id }) => -(times[id] ?? 0),
});

/** Its time stands beside the name. */
export const changedColumn = 'changed';

export const applicationOrders = [
  { id: 'name', label: 'Name' },
  { id: 'type', label: 'Type', rank: ({ type }) => type },
  { id: 'category', label: 'Category', rank: ({ category }) => category },
  { id: 'changed', label: 'Last change' },
] as const satisfies readonly ListOrder<ApplicationSummary>[];

/** What the second line of a row may say. */
export const applicationColumns = [
  { id: 'type', label: 'Type', of: ({ type }: ApplicationSummary) => type },
  { id: 'category', label: 'Category', of: ({ category }: ApplicationSummary) => category },
  { id: 'template', label: 'Template', of: ({ templateName }: ApplicationSummary) => templateName },
  { id: 'service', label: 'Service name', of: ({ serviceName }: ApplicationSummary) => serviceName },
  { id: 'description', label: 'Description', of: ({ description }: ApplicationSummary) => description },
  { id: 'changed', label: 'Last change', of: () => '' },
] as const;

export type ApplicationColumn = (typeof applicationColumns)[number]['id'];
