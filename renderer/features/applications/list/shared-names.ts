/** Names that several items have: their rows say which is which. */
export function sharedNames(items: readonly { readonly name: string }[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name } of items) {
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
}
