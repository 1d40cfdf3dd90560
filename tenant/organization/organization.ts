/** The fictional organization whose tenants these are. Only reserved example domains. */
export const organizationDomain = 'acme.example';
export const administratorName = `admin@${organizationDomain}`;

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

/** An office, with its users' range in a network reserved for examples (RFC 5737). */
export interface Place {
  readonly city: string;
  /** ISO 3166 code and English name. */
  readonly country: string;
  readonly countryName: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The first three octets of its IP addresses. */
  readonly network: string;
  /** The last octet. */
  readonly hosts: { readonly from: number; readonly to: number };
}

const lowerHalf = { from: 1, to: 127 };
const upperHalf = { from: 128, to: 254 };

const place = (
  city: string,
  [country, countryName]: readonly [string, string],
  [latitude, longitude]: readonly [number, number],
  network: string,
  hosts: Place['hosts'],
): Place => ({ city, country, countryName, latitude, longitude, network, hosts });

export const places: readonly [Place, ...Place[]] = [
  place('Berlin', ['DE', 'Germany'], [52.52, 13.4], '192.0.2.', lowerHalf),
  place('Lyon', ['FR', 'France'], [45.76, 4.84], '198.51.100.', lowerHalf),
  place('Toronto', ['CA', 'Canada'], [43.65, -79.38], '203.0.113.', lowerHalf),
  place('Osaka', ['JP', 'Japan'], [34.69, 135.5], '192.0.2.', upperHalf),
  place('Gdansk', ['PL', 'Poland'], [54.35, 18.65], '198.51.100.', upperHalf),
];

interface SeedRole {
  readonly name: string;
  readonly description: string;
  readonly rights: readonly string[];
}

/** Rights as seen in public material: the path of a definition and a description. */
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

/** Twelve roles, including `Everybody` and `System Administrator`. */
export const seedRoles: readonly SeedRole[] = [
  {
    name: 'System Administrator',
    description: 'Full access to this tenant.',
    rights: Object.keys(rights),
  },
  { name: 'Everybody', description: 'All authenticated users.', rights: [] },
  {
    name: 'Application Administrators',
    description: 'Add, change and assign applications.',
    rights: ['/lib/rights/appman.json', '/lib/rights/reports.json'],
  },
  {
    name: 'Help Desk',
    description: 'Unlock users and reset their MFA factors.',
    rights: ['/lib/rights/userman.json', '/lib/rights/mfaunlock.json'],
  },
  {
    name: 'Auditors',
    description: 'Read-only access to everything.',
    rights: ['/lib/rights/readonly.json', '/lib/rights/reports.json'],
  },
  {
    name: 'Vault Administrators',
    description: 'Manage servers, accounts and secrets.',
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
  { name: 'Service Users', description: 'Programs that obtain their own tokens.', rights: [] },
];
