/** The fictional organisation whose tenants these are. Only reserved example domains. */
export const organisationDomain = 'acme.example';
export const administratorName = `admin@${organisationDomain}`;

export const givenNames = [
  'Amira',
  'Bjarne',
  'Chiara',
  'Dawit',
  'Elif',
  'Farid',
  'Greta',
  'Hiroshi',
  'Ines',
  'Jonas',
  'Kavya',
  'Lukas',
  'Maren',
  'Nadia',
  'Oskar',
  'Priya',
  'Quentin',
  'Rosa',
  'Sanna',
  'Tomasz',
  'Ulla',
  'Viktor',
  'Wanda',
  'Xenia',
  'Yusuf',
  'Zoe',
] as const;
export const familyNames = [
  'Aalto',
  'Bergmann',
  'Castellano',
  'Demir',
  'Eriksen',
  'Fontaine',
  'Grabowska',
  'Haddad',
  'Ivanova',
  'Jansen',
  'Kowalski',
  'Lindqvist',
  'Moreau',
  'Nakamura',
  'Okafor',
  'Petrov',
  'Quiroga',
  'Rossi',
  'Schreiber',
  'Tanaka',
  'Uribe',
  'Vogel',
  'Weiss',
  'Yilmaz',
  'Zimmer',
] as const;

export const departments = [
  { name: 'Security', titles: ['Security Analyst', 'Incident Responder', 'Identity Architect'] },
  { name: 'IT Operations', titles: ['Systems Engineer', 'Service Desk Agent', 'Network Engineer'] },
  { name: 'Engineering', titles: ['Software Engineer', 'Quality Engineer', 'Engineering Manager'] },
  { name: 'Finance', titles: ['Accountant', 'Controller', 'Payroll Specialist'] },
  { name: 'Human Resources', titles: ['Recruiter', 'People Partner'] },
  { name: 'Sales', titles: ['Account Executive', 'Sales Engineer', 'Regional Manager'] },
  { name: 'Marketing', titles: ['Content Lead', 'Campaign Manager'] },
  { name: 'Legal', titles: ['Counsel', 'Privacy Officer'] },
] as const;

export const places = [
  { city: 'Berlin', country: 'DE', network: '192.0.2.' },
  { city: 'Lyon', country: 'FR', network: '198.51.100.' },
  { city: 'Toronto', country: 'CA', network: '203.0.113.' },
  { city: 'Osaka', country: 'JP', network: '192.0.2.' },
  { city: 'Gdansk', country: 'PL', network: '198.51.100.' },
] as const;

export interface SeedRole {
  readonly name: string;
  readonly description: string;
  readonly rights: readonly string[];
}

/** Rights as seen in public material: a description and the path of a definition. */
export const rights: Readonly<Record<string, string>> = {
  '/lib/rights/appman.json': 'Application Management',
  '/lib/rights/roleman.json': 'Role Management',
  '/lib/rights/userman.json': 'User Management',
  '/lib/rights/deviceman.json': 'Device Management',
  '/lib/rights/reports.json': 'Report Management',
  '/lib/rights/readonly.json': 'Read Only System Administration',
  '/lib/rights/vault.json': 'Privileged Access Service Administrator',
  '/lib/rights/serveruser.json': 'Privileged Access Service User',
  '/lib/rights/mfaunlock.json': 'MFA Unlock',
  '/lib/rights/tenantman.json': 'Tenant Configuration',
  '/lib/rights/dirman.json': 'Federation Management',
};

/** Twelve roles with `Everybody` and `System Administrator` among them. */
export const seedRoles: readonly SeedRole[] = [
  {
    name: 'System Administrator',
    description: 'May do everything in this tenant.',
    rights: Object.keys(rights),
  },
  { name: 'Everybody', description: 'All authenticated users.', rights: [] },
  {
    name: 'Application Administrators',
    description: 'Add, change and deploy applications.',
    rights: ['/lib/rights/appman.json', '/lib/rights/reports.json'],
  },
  {
    name: 'Help Desk',
    description: 'Unlock people and reset their factors.',
    rights: ['/lib/rights/userman.json', '/lib/rights/mfaunlock.json'],
  },
  {
    name: 'Auditors',
    description: 'Read everything, change nothing.',
    rights: ['/lib/rights/readonly.json', '/lib/rights/reports.json'],
  },
  {
    name: 'Vault Administrators',
    description: 'Servers, accounts and secrets.',
    rights: ['/lib/rights/vault.json'],
  },
  {
    name: 'Server Operators',
    description: 'Sign in to servers with vaulted accounts.',
    rights: ['/lib/rights/serveruser.json'],
  },
  { name: 'Engineering', description: 'Developers and their tools.', rights: [] },
  { name: 'Finance', description: 'Accounting and payroll.', rights: [] },
  { name: 'Sales and Marketing', description: 'Everyone who talks to customers.', rights: [] },
  { name: 'Contractors', description: 'Outside staff, reviewed each quarter.', rights: [] },
  { name: 'Service Users', description: 'Programs that obtain tokens by themselves.', rights: [] },
];
