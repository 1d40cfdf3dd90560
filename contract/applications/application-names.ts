interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Whether another application is called so, as people tell names apart: case counts, blanks around them do not. Tenants allow
 * it, and service users who log in by the name of an application then reach whichever is found.
 */
export function isNameTaken(applications: readonly Named[], name: string, ownId?: string): boolean {
  const wanted = name.trim();
  return wanted !== '' && applications.some((other) => other.id !== ownId && other.name.trim() === wanted);
}
