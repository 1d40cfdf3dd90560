export interface KnownTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const columns = (names: string): KnownTable['columns'] =>
  names.split(' ').map((name) => ({ name, type: '' }));

/**
 * Tables and columns that public material names (compatibility notes: "tables seen" and the columns). A tenant
 * has more; those are learned from results.
 */
export const knownTables: readonly KnownTable[] = [
  {
    name: 'Application',
    columns: columns(
      'ID Name DisplayName Description AppType WebAppType AppTypeDisplayName State ServiceName Handler Category AdminTag Generic OnPrem Featured Icon CorpIdentifier Audience AdditionalField1',
    ),
  },
  { name: 'CampaignCycle', columns: columns('ID') },
  { name: 'CloudProviders', columns: columns('ID Name') },
  { name: 'DataVault', columns: columns('ID SecretName ParentPath') },
  { name: 'Device', columns: columns('ID Name') },
  { name: 'DsGroups', columns: [] },
  { name: 'DsUsers', columns: columns('DistinguishedName') },
  {
    name: 'Event',
    columns: columns(
      'ID WhenOccurred EventType NormalizedUser FromIPAddress AuthMethod Factors FailReason RequestDeviceOS EntityName Level ApplicationName ApplicationID UserName FailUserName EventMessage ComputerName DataVaultItemID',
    ),
  },
  { name: 'MultiplexedAccount', columns: columns('ID Name Description') },
  { name: 'Proxy', columns: columns('ID Name DnsHostName') },
  { name: 'Role', columns: columns('ID Name Description RoleType ReadOnly DirectoryServiceUuid') },
  { name: 'Server', columns: columns('ID Name') },
  { name: 'Sets', columns: columns('ID Name ParentPath') },
  { name: 'SshKeys', columns: columns('ID Name') },
  { name: 'Subscriptions', columns: columns('ID') },
  {
    name: 'User',
    columns: columns('ID Username DisplayName Email MobileNumber LastLogin StatusEnum SourceDsLocalized'),
  },
  { name: 'VaultAccount', columns: columns('ID Name User Host CloudProviderId') },
  { name: 'VaultDatabase', columns: columns('ID Name ServiceName') },
  { name: 'VaultDomain', columns: columns('ID Name') },
];

/** Words and functions that queries seen in public use. */
export const keywords: readonly string[] =
  'SELECT FROM WHERE AND OR NOT IN LIKE IS NULL BETWEEN EXISTS CASE WHEN THEN ELSE END AS ON JOIN LEFT INNER CROSS UNION ALL GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET DISTINCT COLLATE NOCASE'.split(
    ' ',
  );
