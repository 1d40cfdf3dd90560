/** The draft of who may use what: there is one for each tenant. Apart from its schema, which a page need not load to name it. */
export const publicationsDraft = { kind: 'publications', targetId: 'publications' } as const;
