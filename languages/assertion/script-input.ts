/** A value that a script can read by name. */
export type FieldValue = string | number | boolean | null | readonly string[];

/** Members of LoginUser with one value. */
type UserTexts =
  | 'displayName'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'uuid'
  | 'shortname'
  | 'canonicalName'
  | 'mobileNumber'
  | 'officeNumber'
  | 'homeNumber'
  | 'description'
  | 'password'
  /** `CDS` for a user of the tenant's own directory. */
  | 'serviceType'
  | 'serviceName';

/** Members of LoginUser with several values. */
type UserLists =
  'roleNames' | 'groupNames' | 'groupNames2' | 'groupDns' | 'effectiveGroupNames' | 'effectiveGroupDns';

/**
 * The user who signs in, as known to the directory. Absent or empty values are taken from the directory
 * attributes, or derived as defined in `login-user.ts`.
 */
export interface ScriptUser
  extends
    Readonly<Partial<Record<UserTexts, string | undefined>>>,
    Readonly<Partial<Record<UserLists, readonly string[] | undefined>>> {
  readonly username: string;
  /** For LoginUser.Get and GetValues; names are case-insensitive. */
  readonly attributes?: Readonly<Record<string, FieldValue>> | undefined;
  /** For LoginUser.GetGroupAttributeValues: the values of the user's groups, by attribute. */
  readonly groupAttributes?: Readonly<Record<string, readonly string[]>> | undefined;
}

export type UserField = Exclude<keyof ScriptUser, 'attributes' | 'groupAttributes'>;

/** The input of a script. */
export interface ScriptInput {
  readonly user: ScriptUser;
  /** For Application.Get; names are case-insensitive. */
  readonly application: Readonly<Record<string, FieldValue>>;
  readonly tenant?: Readonly<Record<string, FieldValue>> | undefined;
  readonly issuer: string;
  /** The assertion consumer service configured for the application. */
  readonly serviceUrl: string;
  /** Parameters of the sign-in request, by name. */
  readonly request?: Readonly<Record<string, string>> | undefined;
  /** What the SAML request asks for: a URL (`serviceUrl` if absent), or an index in the metadata. */
  readonly requestedService?: { readonly url: string } | { readonly index: number } | undefined;
}
