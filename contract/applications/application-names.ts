interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Whether another application has this name: case counts, surrounding spaces don't. Tenants allow duplicates, and service users
 * who sign in by application name then reach either one.
 */
export function isNameTaken(applications: readonly Named[], name: string, ownId?: string): boolean {
  const wanted = name.trim();
  return wanted !== '' && applications.some((other) => other.id !== ownId && other.name.trim() === wanted);
}
