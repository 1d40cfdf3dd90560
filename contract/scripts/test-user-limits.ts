/** What a bench holds of made-up users; apart from the schemas, so that a page need not load those. */
export const testUserLimits = {
  /** Of one tenant. */
  users: 50,
  /** Of one user. */
  properties: 60,
  /** Characters of the name of a user or of a property. */
  name: 120,
  /** Characters of a value. */
  value: 4000,
} as const;
