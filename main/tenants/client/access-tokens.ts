/** Where the tenant client gets its tokens. Tokens never leave main, and never enter a message or the log. */
export interface AccessTokens {
  /** A token that is not about to end, refreshed first if need be. Throws `signed-out` or `session-expired`. */
  get(tenantId: string, signal: AbortSignal): Promise<string>;
  /**
   * A token other than the one that the tenant has just refused. Throws `session-expired` when there is none to
   * be had; the session is over then.
   */
  replace(tenantId: string, refused: string, signal: AbortSignal): Promise<string>;
}
