import type { ApplicationSummary } from '../../../contract/applications.ts';

export interface Facet {
  readonly value: string;
  readonly count: number;
}

/** Applications whose name, description, type or category contain every word of the search, in order of name. */
export function searchApplications(
  applications: readonly ApplicationSummary[],
  search: string,
  type: string | undefined,
): readonly ApplicationSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return applications
    .filter((application) => {
      if (type !== undefined && application.type !== type) return false;
      const text =
        `${application.name} ${application.description} ${application.type} ${application.category}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base', numeric: true }));
}

/** The most common types, with how many applications each has. */
export function typeFacets(applications: readonly ApplicationSummary[], most: number): readonly Facet[] {
  const byType = Map.groupBy(applications, (application) => application.type);
  return [...byType]
    .filter(([value]) => value !== '')
    .map(([value, { length }]) => ({ value, count: length }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value, 'en'))
    .slice(0, most);
}
