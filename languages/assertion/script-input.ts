/** A value that a script may find under a name. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** The user who signs in, as scripts see them. */
export interface ScriptUser {
  readonly username: string;
  readonly displayName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly email?: string | undefined;
  readonly uuid?: string | undefined;
  /** `CDS` for a user of the tenant's own directory. */
  readonly serviceType?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly roleNames?: readonly string[] | undefined;
  readonly groupNames?: readonly string[] | undefined;
  readonly groupDns?: readonly string[] | undefined;
  /** For LoginUser.Get and GetValues; names are matched without regard to case. */
  readonly attributes?: Readonly<Record<string, FieldValue>> | undefined;
}

/** What a script runs on. */
export interface ScriptInput {
  readonly user: ScriptUser;
  /** For Application.Get; names are matched without regard to case. */
  readonly application: Readonly<Record<string, FieldValue>>;
  readonly tenant?: Readonly<Record<string, FieldValue>> | undefined;
  readonly issuer: string;
  readonly serviceUrl: string;
}
