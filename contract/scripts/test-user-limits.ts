/** Limits of test users; separate from the schemas, so that a page doesn't have to load those. */
export const testUserLimits = {
  /** Per tenant. */
  users: 50,
  /** Per user. */
  properties: 60,
  /** Characters of the name of a user or of a property. */
  name: 120,
  /** Characters of a value. */
  value: 4000,
} as const;
