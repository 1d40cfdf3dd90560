/** Scripts of the kind that administrators of such tenants write, with what varies filled in. */
interface ScriptFacts {
  readonly issuer: string;
  readonly host: string;
  readonly name: string;
  /** Selects the variant. */
  readonly variant: number;
}

export function samlScript({ issuer, host, name, variant }: ScriptFacts): string {
  const head = [`// ${name}: SAML response.`, "setVersion('2');", `setIssuer('${issuer}');`];
  const addresses = [
    `setAudience('https://${host}/saml/metadata');`,
    `setRecipient('https://${host}/saml/acs');`,
    `setServiceUrl('https://${host}/saml/acs');`,
    `setHttpDestination('https://${host}/saml/acs');`,
  ];
  const variants = [
    [
      "setSubjectName(LoginUser.Get('mail'));",
      ...addresses,
      "setSignatureType('Assertion');",
      "setAttribute('email', LoginUser.Get('mail'));",
      "setAttribute('displayName', LoginUser.DisplayName);",
    ],
    [
      'var name = LoginUser.Username;',
      'setSubjectName(name.substring(0, name.indexOf("@")));',
      "setNameFormat('unspecified');",
      ...addresses,
      "setSignatureType('Response');",
      "setAttribute('firstName', LoginUser.FirstName);",
      "setAttribute('lastName', LoginUser.LastName);",
      '// The application uses short department names.',
      "var shortNames = { 'IT Operations': 'ops', 'Human Resources': 'hr' };",
      "var department = LoginUser.Get('department');",
      "setAttribute('department', shortNames[department] || department.toLowerCase());",
    ],
    [
      'setSubjectName(LoginUser.Username);',
      "setNameFormat('emailAddress');",
      ...addresses,
      "setAttribute('groups', LoginUser.GroupNames);",
      "if (LoginUser.RoleNames.indexOf('Application Administrators') >= 0) {",
      "  setAttribute('role', 'admin');",
      '} else {',
      "  setAttribute('role', 'member');",
      '}',
    ],
    [
      'setSubjectName(LoginUser.Username);',
      ...addresses,
      "setSignatureType('Assertion');",
      "setAttributeArray('roles', LoginUser.RoleNames);",
      "setAttribute('employeeNumber', LoginUser.Get('employeeNumber') || 'unknown');",
      "setAttribute('locale', 'en');",
    ],
  ];
  return [...head, ...(variants[variant % variants.length] ?? []), ''].join('\n');
}

export function tokenScript({ name, variant }: ScriptFacts): string {
  const variants = [
    ["setClaim('department', LoginUser.Get('department'));", "setClaim('roles', LoginUser.RoleNames);"],
    [
      "if (LoginUser.RoleNames.indexOf('System Administrator') >= 0) {",
      "  setClaim('admin', true);",
      '}',
      "setClaim('locale', 'en');",
    ],
  ];
  return [`// ${name}: token claims.`, ...(variants[variant % variants.length] ?? []), ''].join('\n');
}
