export interface KnownTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const columns = (names: string): KnownTable['columns'] =>
  names.split(' ').map((name) => ({ name, type: '' }));

/**
 * Tables and columns named in public material (compatibility notes: "tables seen" and the columns). A tenant
 * has more, which are learned from results.
 */
export const knownTables: readonly KnownTable[] = [
  {
    name: 'Application',
    columns: columns(
      'ID Name DisplayName Description AppType WebAppType AppTypeDisplayName State ServiceName Handler Category AdminTag Generic OnPrem Featured Icon CorpIdentifier Audience AdditionalField1 LastUsedCentrifyUrl',
    ),
  },
  { name: 'CampaignCycle', columns: columns('ID') },
  { name: 'CentrifyClients', columns: columns('ID Name JoinDate LastUpdate ResourceID ResourceName') },
  { name: 'CloudProviders', columns: columns('ID Name') },
  {
    name: 'DataVault',
    columns: columns(
      'ID SecretName ParentPath Type Description FolderId SecretFileName SecretFileSize WhenCreated',
    ),
  },
  { name: 'Device', columns: columns('ID Name') },
  { name: 'DsGroups', columns: columns('InternalName SystemName') },
  {
    name: 'DsUsers',
    columns: columns(
      'DistinguishedName InternalName SystemName DisplayName Email Enabled Locked Status StatusEnum ObjectType ServiceInstance ServiceInstanceLocalized ServiceType DirectoryServiceUuid',
    ),
  },
  {
    name: 'Event',
    columns: columns(
      'ID WhenOccurred EventType NormalizedUser FromIPAddress AuthMethod Factors FailReason RequestDeviceOS EntityName Level ApplicationName ApplicationID UserName FailUserName EventMessage ComputerName DataVaultItemID AccountName DeviceID DeviceName EntityType EntityUuid WhenLogged FailureReason MfaResult RequestHostName RequestIsMobileDevice DirectoryServiceUuid ImpersonatorUuid Tenant SessionId UserGuid',
    ),
  },
  { name: 'MultiplexedAccount', columns: columns('ID Name Description') },
  {
    name: 'PrivilegeElevationCommand',
    columns: columns('ID Name DisplayName Description CommandPattern RunAsUser RunAsGroup'),
  },
  { name: 'Proxy', columns: columns('ID Name DnsHostName MachineName LastPingAttempted Version') },
  { name: 'Role', columns: columns('ID Name Description RoleType ReadOnly DirectoryServiceUuid') },
  {
    name: 'Server',
    columns: columns(
      'ID Name FQDN ComputerClass ComputerClassDisplayName OperatingSystem HealthStatus HealthStatusError LastHealthCheck LastState',
    ),
  },
  { name: 'Sets', columns: columns('ID Name ParentPath ObjectType CollectionType Description WhenCreated') },
  {
    name: 'SshKeys',
    columns: columns('ID Name Comment Created CreatedBy IsManaged KeyType LastUpdated Revision State'),
  },
  { name: 'Subscriptions', columns: columns('ID') },
  {
    name: 'User',
    columns: columns(
      'ID Username DisplayName Email MobileNumber LastLogin StatusEnum SourceDsLocalized SourceDs SourceDsType Forest CloudState LastInvite',
    ),
  },
  {
    name: 'VaultAccount',
    columns: columns(
      'ID Name User Host CloudProviderId UserDisplayName DomainID DatabaseID DeviceID FQDN Healthy HealthError LastChange LastHealthCheck MissingPassword NeedsPasswordReset',
    ),
  },
  { name: 'VaultDatabase', columns: columns('ID Name ServiceName') },
  { name: 'VaultDomain', columns: columns('ID Name LastHealthCheck LastState') },
];

/** Keywords and functions seen in public queries. */
export const keywords: readonly string[] =
  'SELECT FROM WHERE AND OR NOT IN LIKE IS NULL BETWEEN EXISTS CASE WHEN THEN ELSE END AS ON JOIN LEFT INNER CROSS UNION ALL GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET DISTINCT COLLATE NOCASE'.split(
    ' ',
  );
