/** A value that a script may find under a name. */
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
 * The user who signs in, as a directory has them. What is absent or empty is taken from the directory attributes, or
 * derived as the definitions of the members say (`login-user.ts`).
 */
export interface ScriptUser
  extends
    Readonly<Partial<Record<UserTexts, string | undefined>>>,
    Readonly<Partial<Record<UserLists, readonly string[] | undefined>>> {
  readonly username: string;
  /** For LoginUser.Get and GetValues; names are matched without regard to case. */
  readonly attributes?: Readonly<Record<string, FieldValue>> | undefined;
  /** For LoginUser.GetGroupAttributeValues: the values that the user's groups have, by attribute. */
  readonly groupAttributes?: Readonly<Record<string, readonly string[]>> | undefined;
}

export type UserField = Exclude<keyof ScriptUser, 'attributes' | 'groupAttributes'>;

/** What a script runs on. */
export interface ScriptInput {
  readonly user: ScriptUser;
  /** For Application.Get; names are matched without regard to case. */
  readonly application: Readonly<Record<string, FieldValue>>;
  readonly tenant?: Readonly<Record<string, FieldValue>> | undefined;
  readonly issuer: string;
  /** The assertion consumer service that the application is set up with. */
  readonly serviceUrl: string;
  /** Parameters of the sign-in request, by name. */
  readonly request?: Readonly<Record<string, string>> | undefined;
  /** What the SAML request asks for: a URL (`serviceUrl` where absent), or the index of one in the metadata. */
  readonly requestedService?: { readonly url: string } | { readonly index: number } | undefined;
}
