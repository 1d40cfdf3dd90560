interface SettingDescription {
  readonly label: string;
  /** One line, at most 60 characters. */
  readonly help: string;
}

/** Labels of the members of a tenant's configuration. Source: platform specification, "Tenant customer configuration". */
const settings: Readonly<Record<string, SettingDescription>> = {
  AllowCors: {
    label: 'Trusted origins',
    help: 'Hosts allowed to call the tenant (CORS). Edit under Origins.',
  },
  BackgroundColor: { label: 'Background', help: 'Background color of the sign-in page and portal' },
  Brand: { label: 'Brand', help: 'Theme of the tenant’s pages' },
  DefaultNumberOfTimeChunksInDashboard: {
    label: 'Dashboard intervals',
    help: 'Number of time intervals in dashboard charts',
  },
  DirectoryServiceInfo: {
    label: 'Directories',
    help: 'User sources, and whether their users belong to Everybody',
  },
  EmailImage: {
    label: 'Email logo',
    help: 'Logo in tenant emails',
  },
  EnableTenantsTabForPeopleWithTaskCheck: {
    label: 'Tenants page',
    help: 'Shows the Tenants page to admins who can manage tenants',
  },
  EnableUmc: { label: 'User management', help: 'Manage users in the admin portal' },
  Icon: { label: 'Icon', help: 'Icon on the tenant’s pages' },
  InternetGatewayAllowed: {
    label: 'Internet gateway',
    help: 'External access to internal applications via the tenant',
  },
  MobileLocationHistoryTrackingEnabled: {
    label: 'Device location history',
    help: 'Stores the locations of enrolled devices',
  },
  Name: { label: 'Name', help: 'Tenant name' },
  PhoneCallsEnabled: {
    label: 'Phone calls',
    help: 'Verifies users with phone calls',
  },
  SmsSystemEnabled: { label: 'Text messages', help: 'Sends text messages (SMS)' },
  UserSettings: {
    label: 'Your admin portal settings',
    help: 'Admin portal view settings of the signed-in user',
  },
  Uuid: { label: 'ID', help: 'Unique ID of the tenant (UUID)' },
};

/** Undefined for a member that the specification does not describe. */
export function settingDescription(name: string): SettingDescription | undefined {
  return Object.hasOwn(settings, name) ? settings[name] : undefined;
}
