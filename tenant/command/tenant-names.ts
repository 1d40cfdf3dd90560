/** The identifier and the name of the tenant with this number, counting from 1. */
export function tenantIdentity(number: number): { readonly id: string; readonly name: string } {
  const suffix = ['Staging', 'Production'][number - 1] ?? String(number);
  return { id: `sandbox-${suffix.toLowerCase()}`, name: `Sandbox ${suffix}` };
}
