/** A tenant in a menu of the system. Nothing here is secret: the system stores it where other programs of the user can read it. */
export interface RecentTenant {
  readonly name: string;
  /** Opens it; only characters that need no quotes in a command line. */
  readonly link: string;
}
