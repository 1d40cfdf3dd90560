/** Data of a saved query besides its text. */
export interface QueryDetails {
  readonly name: string;
  readonly description: string;
  readonly folderId: string | null;
  /** True if only available in the tenant of this window. */
  readonly isOfTenant: boolean;
}

export const noDetails: QueryDetails = { name: '', description: '', folderId: null, isOfTenant: false };
