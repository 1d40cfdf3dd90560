interface RoleOfApplications {
  readonly id: string;
  readonly name: string;
  readonly applications: readonly string[];
}

/** Lookup of role IDs by application ID, and of role names. */
export interface PublishedRoles {
  rolesOf(applicationId: string): readonly string[];
  nameOf(roleId: string): string;
}

const none: readonly string[] = [];

export function rolesByApplication(roles: readonly RoleOfApplications[]): PublishedRoles {
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  const byApplication = new Map<string, string[]>();
  for (const { id, applications } of roles) {
    for (const application of applications) {
      const known = byApplication.get(application);
      if (known === undefined) byApplication.set(application, [id]);
      else known.push(id);
    }
  }
  return {
    rolesOf: (applicationId) => byApplication.get(applicationId) ?? none,
    nameOf: (roleId) => names.get(roleId) ?? roleId,
  };
}
