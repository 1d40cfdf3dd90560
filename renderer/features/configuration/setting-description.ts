interface SettingDescription {
  readonly label: string;
  /** What it means, in a sentence or two. */
  readonly words: string;
}

/** What the members of a tenant's configuration mean. Source: platform specification, "Tenant customer configuration". */
const settings: Readonly<Record<string, SettingDescription>> = {
  AllowCors: {
    label: 'Trusted origins',
    words: 'Hosts whose pages may call the tenant from a browser. They are edited under Origins.',
  },
  BackgroundColor: { label: 'Background', words: 'The color behind the sign-in page and the portal.' },
  Brand: { label: 'Brand', words: 'Which of the tenant’s looks its pages have.' },
  DefaultNumberOfTimeChunksInDashboard: {
    label: 'Steps in dashboards',
    words: 'Into how many steps of time a dashboard divides what it shows.',
  },
  DirectoryServiceInfo: {
    label: 'Directories',
    words: 'Where users come from, and whether all of a directory’s users belong to Everybody.',
  },
  EmailImage: {
    label: 'Picture in e-mails',
    words: 'Logo in tenant emails',
  },
  EnableTenantsTabForPeopleWithTaskCheck: {
    label: 'Tenants for those with the right',
    words: 'Whether people who may manage tenants see the page that lists them.',
  },
  EnableUmc: { label: 'User management', words: 'Whether users are managed on the tenant’s own pages.' },
  Icon: { label: 'Icon', words: 'Stands for the tenant on its pages.' },
  InternetGatewayAllowed: {
    label: 'Internet gateway',
    words: 'Whether applications inside a network can be reached from outside through the tenant.',
  },
  MobileLocationHistoryTrackingEnabled: {
    label: 'Location of devices',
    words: 'Whether the tenant remembers where enrolled devices were.',
  },
  Name: { label: 'Name', words: 'Tenant name' },
  PhoneCallsEnabled: {
    label: 'Phone calls',
    words: 'Whether the tenant may call people to confirm who they are.',
  },
  SmsSystemEnabled: { label: 'Text messages', words: 'Whether the tenant sends text messages.' },
  UserSettings: {
    label: 'Pages of this user',
    words: 'How the signed-in administrator left the tenant’s own pages.',
  },
  Uuid: { label: 'Identifier', words: 'What the tenant calls itself towards other systems.' },
};

/** Undefined for what the specification does not describe. */
export function settingDescription(name: string): SettingDescription | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}
