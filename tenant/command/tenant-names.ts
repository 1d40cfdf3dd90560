/** The ID and name of the tenant with this 1-based number. */
export function tenantIdentity(number: number): { readonly id: string; readonly name: string } {
  const suffix = ['Staging', 'Production'][number - 1] ?? String(number);
  return { id: `sandbox-${suffix.toLowerCase()}`, name: `Sandbox ${suffix}` };
}
