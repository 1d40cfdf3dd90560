/** What is said of a saved query, beside its text. */
export interface QueryDetails {
  readonly name: string;
  readonly description: string;
  readonly folderId: string | null;
  /** True: it is there in the tenant of the window alone. */
  readonly isOfTenant: boolean;
}

export const noDetails: QueryDetails = { name: '', description: '', folderId: null, isOfTenant: false };
