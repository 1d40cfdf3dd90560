/** The draft of role assignments, one per tenant. Separate from its schema, so that a page can name it without loading that. */
export const assignmentsDraft = { kind: 'publications', targetId: 'publications' } as const;
