/** A member of an object that scripts read. */
export interface ScriptMember {
  readonly name: string;
  /** Signature of a method without its name, for example `(attribute)`; absent for a property. */
  readonly call?: string;
  readonly doc: string;
}

export interface ScriptObject {
  readonly name: string;
  readonly doc: string;
  /** Empty for a plain text. */
  readonly members: readonly ScriptMember[];
}

/** Objects and texts that every script finds, named as public documentation names them. */
export const SCRIPT_OBJECTS = [
  {
    name: 'LoginUser',
    doc: 'The user who signs in.',
    members: [
      {
        name: 'Username',
        doc: 'User name, which becomes the subject name unless the script says otherwise.',
      },
      { name: 'DisplayName', doc: 'Full name as shown.' },
      { name: 'FirstName', doc: 'First name.' },
      { name: 'LastName', doc: 'Last name.' },
      { name: 'Email', doc: 'E-mail address.' },
      { name: 'Uuid', doc: 'Identifier of the user.' },
      { name: 'ServiceType', doc: 'Kind of directory: CDS, ADProxy, LDAPProxy or FDS.' },
      { name: 'ServiceName', doc: 'Name of the directory.' },
      { name: 'RoleNames', doc: 'List of the names of the roles that the user has.' },
      { name: 'GroupNames', doc: 'List of the groups of the user.' },
      { name: 'EffectiveGroupNames', doc: 'List of the groups of the user, nested ones included.' },
      { name: 'GroupDNs', doc: 'List of the distinguished names of the groups.' },
      { name: 'EffectiveGroupDNs', doc: 'The same with nested groups.' },
      { name: 'Get', call: '(attribute)', doc: 'One attribute of the user; null when it is not set.' },
      { name: 'GetValues', call: '(attribute)', doc: 'Every value of an attribute, as a list.' },
    ],
  },
  {
    name: 'Application',
    doc: 'The application that the user opens.',
    members: [
      { name: 'Get', call: '(field)', doc: 'One field of the application; null when it is not set.' },
    ],
  },
  {
    name: 'TenantData',
    doc: 'The tenant.',
    members: [{ name: 'Get', call: '(field)', doc: 'One field of the tenant; null when it is not set.' }],
  },
  { name: 'Issuer', doc: 'Entity ID of the identity provider, as the application has it.', members: [] },
  { name: 'ServiceUrl', doc: 'Assertion consumer service of the application.', members: [] },
] as const satisfies readonly ScriptObject[];
