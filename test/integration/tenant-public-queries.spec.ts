import { describe, expect, it } from 'vitest';
import { useTenant } from '../builders/use-tenant.ts';

const { ask } = useTenant();

interface PublicQuery {
  readonly sql: string;
  readonly columns: string;
  /** Where the sandbox has nothing of the kind, or the query asks for something that is not there. */
  readonly isEmpty?: true;
}

/**
 * What public clients of the platform (provisioning tools, inventories, reports, SDK samples) ask for, in our words: for each the columns
 * that its answer must have. Source: compatibility, "SQL seen", "tables seen", "columns also used", "dates in SQL".
 */
const queries: readonly PublicQuery[] = [
  // Applications
  { sql: 'SELECT ID, Name FROM Application ORDER BY Name COLLATE NOCASE', columns: 'ID Name' },
  { sql: "Select ID from Application where Name = 'Salesforce'", columns: 'ID' },
  {
    sql: "SELECT ID, Name, ServiceName FROM Application WHERE AppType = 'Web' AND WebAppType IN ('OpenIDConnect', 'OAuth')",
    columns: 'ID Name ServiceName',
  },
  {
    sql: "SELECT * FROM Application WHERE 1=1 AND Name = 'Slack' AND WebAppType = 'Saml'",
    columns:
      'ID Name DisplayName Description AppType WebAppType AppTypeDisplayName State ServiceName Handler Category AdminTag Generic OnPrem Featured Icon TemplateName CorpIdentifier Audience AdditionalField1 LastUsedCentrifyUrl',
  },
  {
    sql: 'SELECT Name, CorpIdentifier, AdditionalField1 FROM Application WHERE CorpIdentifier IS NULL;',
    columns: 'Name CorpIdentifier AdditionalField1',
  },
  { sql: 'SELECT Name FROM Application WHERE CorpIdentifier IS NOT NULL', columns: 'Name' },
  { sql: "SELECT Name, Audience FROM Application WHERE Audience LIKE 'https://%'", columns: 'Name Audience' },
  {
    sql: 'SELECT Category, count(*) AS Applications FROM Application GROUP BY Category ORDER BY Applications DESC',
    columns: 'Category Applications',
  },
  { sql: "SELECT ID FROM Application WHERE AppType = 'Desktop'", columns: 'ID' },
  { sql: 'SELECT Application.ID, Application.Icon FROM Application WHERE Featured', columns: 'ID Icon' },
  { sql: "select ID, Name from Application where lower(Name) like lower('%GIT%')", columns: 'ID Name' },
  { sql: 'SELECT Name FROM Application WHERE Name = "Salesforce"', columns: 'Name' },
  {
    sql: "SELECT WebAppType, count(ID) c FROM Application WHERE State = 'Configured' GROUP BY 1",
    columns: 'WebAppType c',
  },
  // Roles
  { sql: 'Select ID, Name, Description from Role', columns: 'ID Name Description' },
  {
    sql: "SELECT ID, Name FROM Role WHERE Name = 'System Administrator' OR ID = 'Everybody'",
    columns: 'ID Name',
  },
  {
    sql: "SELECT ReadOnly, Name, RoleType, DirectoryServiceUuid FROM Role WHERE RoleType = 'PrincipalList'",
    columns: 'ReadOnly Name RoleType DirectoryServiceUuid',
  },
  {
    sql: "SELECT * FROM Role WHERE Name = 'nobody''s role'",
    columns: 'ID Name Description RoleType ReadOnly DirectoryServiceUuid',
    isEmpty: true,
  },
  // People and directories
  { sql: "SELECT ID, Username FROM User WHERE Username = 'admin@acme.example'", columns: 'ID Username' },
  {
    sql: 'SELECT ID, Username, DisplayName, Email, MobileNumber, LastLogin FROM User ORDER BY Username COLLATE NOCASE',
    columns: 'ID Username DisplayName Email MobileNumber LastLogin',
  },
  {
    sql: "SELECT Username, StatusEnum FROM User WHERE StatusEnum <> 'Active'",
    columns: 'Username StatusEnum',
  },
  {
    sql: 'SELECT SourceDsLocalized, count(*) AS Users FROM User GROUP BY SourceDsLocalized',
    columns: 'SourceDsLocalized Users',
  },
  { sql: "SELECT Username FROM User WHERE LastLogin < DateFunc('now', '-7 days')", columns: 'Username' },
  { sql: 'SELECT Username FROM User WHERE LastLogin IS NULL', columns: 'Username' },
  {
    sql: "select * from DsUsers where SystemName = 'admin@acme.example'",
    columns:
      'InternalName SystemName DisplayName Email DirectoryServiceUuid ServiceType Enabled LastLogin DistinguishedName Locked Status StatusEnum ObjectType ServiceInstance ServiceInstanceLocalized',
  },
  {
    sql: "SELECT InternalName FROM DsUsers WHERE DistinguishedName LIKE 'CN=%,DC=acme,DC=example'",
    columns: 'InternalName',
  },
  {
    sql: 'SELECT InternalName, SystemName FROM DsGroups WHERE SystemName LIKE "%@acme.example"',
    columns: 'InternalName SystemName',
  },
  // Events
  {
    sql: "SELECT WhenOccurred, EventMessage, UserName FROM Event WHERE EventType = 'Cloud.Core.Login' AND WhenOccurred > DateFunc('now', '-30')",
    columns: 'WhenOccurred EventMessage UserName',
  },
  {
    sql: "SELECT WhenOccurred, FailUserName, FailReason, FromIPAddress FROM Event WHERE EventType = 'Cloud.Core.LoginFail' AND WhenOccurred >= DateFunc('now', '-30 days')",
    columns: 'WhenOccurred FailUserName FailReason FromIPAddress',
  },
  {
    sql: "SELECT ApplicationName, ApplicationID, count(*) AS Launches FROM Event WHERE EventType = 'Cloud.Saas.Application.AppLaunch' GROUP BY ApplicationID ORDER BY Launches DESC",
    columns: 'ApplicationName ApplicationID Launches',
  },
  {
    sql: 'SELECT e.ApplicationName, a.ServiceName FROM Event e JOIN Application a ON a.ID = e.ApplicationID',
    columns: 'ApplicationName ServiceName',
  },
  {
    sql: "SELECT ComputerName, NormalizedUser FROM Event WHERE ComputerName IS NOT NULL AND WhenOccurred > DateFunc('today', '-30')",
    columns: 'ComputerName NormalizedUser',
  },
  {
    sql: 'SELECT d.SecretName, e.UserName FROM Event e INNER JOIN DataVault d ON d.ID = e.DataVaultItemID',
    columns: 'SecretName UserName',
  },
  {
    sql: "SELECT FromIPAddress, IPLookup(FromIPAddress, 'Country') AS Country FROM Event WHERE FromIPAddress IS NOT NULL",
    columns: 'FromIPAddress Country',
  },
  {
    sql: "SELECT IPLookup(FromIPAddress, 'City') AS City, count(*) AS n FROM Event GROUP BY City",
    columns: 'City n',
  },
  { sql: "SELECT ID FROM Event WHERE WhenOccurred > DateFunc('now', '-24 hours')", columns: 'ID' },
  {
    sql: "SELECT ID FROM Event WHERE WhenOccurred BETWEEN DateFunc('now', '-14') AND DateFunc('now')",
    columns: 'ID',
  },
  {
    sql: "SELECT Level, count(*) AS n FROM Event WHERE WhenOccurred > datetime('now', '-30 days') GROUP BY Level",
    columns: 'Level n',
  },
  {
    sql: 'SELECT max(WhenOccurred) AS Last, NormalizedUser FROM Event GROUP BY NormalizedUser',
    columns: 'Last NormalizedUser',
  },
  {
    sql: 'SELECT AuthMethod, Factors, RequestDeviceOS FROM Event WHERE Factors IS NOT NULL',
    columns: 'AuthMethod Factors RequestDeviceOS',
  },
  {
    sql: "SELECT EntityName FROM Event WHERE EntityType = 'VaultAccount' AND EventType LIKE '%PasswordCheckout'",
    columns: 'EntityName',
  },
  // Servers, vaults, and related tables
  { sql: 'SELECT ID, Name, FQDN, ComputerClass FROM Server', columns: 'ID Name FQDN ComputerClass' },
  {
    sql: "SELECT ID FROM Server WHERE Name = 'lnx-02' AND FQDN = 'lnx-02.corp.acme.example' AND ComputerClass = 'Unix'",
    columns: 'ID',
  },
  {
    sql: 'SELECT Server.Name, VaultAccount.User FROM VaultAccount JOIN Server ON VaultAccount.Host = Server.ID',
    columns: 'Name User',
  },
  {
    sql: "SELECT ID, Name, User, Host, DomainID, DatabaseID FROM VaultAccount WHERE User = 'root' AND Host IS NOT NULL",
    columns: 'ID Name User Host DomainID DatabaseID',
  },
  {
    sql: 'SELECT a.User, c.Name AS Provider FROM VaultAccount a JOIN CloudProviders c ON c.ID = a.CloudProviderId',
    columns: 'User Provider',
  },
  { sql: 'SELECT ID, User FROM VaultAccount WHERE CloudProviderId IS NOT NULL', columns: 'ID User' },
  {
    sql: 'SELECT ID, Name, User FROM VaultAccount WHERE IsManaged AND ActiveCheckouts > 0',
    columns: 'ID Name User',
  },
  {
    sql: 'SELECT ID, Name, FQDN, DatabaseClass, ServiceName, InstanceName FROM VaultDatabase',
    columns: 'ID Name FQDN DatabaseClass ServiceName InstanceName',
  },
  { sql: "SELECT ID FROM VaultDatabase WHERE ServiceName = 'ORCL'", columns: 'ID' },
  {
    sql: 'SELECT child.Name, parent.Name AS Parent FROM VaultDomain child LEFT JOIN VaultDomain parent ON parent.ID = child.ParentID',
    columns: 'Name Parent',
  },
  {
    sql: 'SELECT ID, SecretName, ParentPath, FolderId FROM DataVault ORDER BY SecretName COLLATE NOCASE',
    columns: 'ID SecretName ParentPath FolderId',
  },
  { sql: "SELECT ID FROM DataVault WHERE ParentPath = 'Operations\\Certificates'", columns: 'ID' },
  {
    sql: "SELECT ID, Name, ParentPath FROM Sets WHERE ObjectType = 'DataVault' AND CollectionType = 'Phantom'",
    columns: 'ID Name ParentPath',
  },
  {
    sql: "SELECT ID, Name FROM Sets WHERE ObjectType = 'Server' AND CollectionType = 'ManualBucket'",
    columns: 'ID Name',
  },
  { sql: 'SELECT ID, Name, Description FROM MultiplexedAccount', columns: 'ID Name Description' },
  {
    sql: 'SELECT m.Name, a.Name AS Real FROM MultiplexedAccount m JOIN VaultAccount a ON a.ID IN (m.RealAccount1ID, m.RealAccount2ID)',
    columns: 'Name Real',
  },
  { sql: "SELECT ID, Name FROM Subscriptions WHERE Name LIKE '%review%'", columns: 'ID Name' },
  {
    sql: "SELECT * FROM CampaignCycle WHERE Status = 'InProgress' AND EndDate > DateFunc('now')",
    columns: 'ID CampaignID CampaignName Status StartDate EndDate Reviewed Total',
  },
  { sql: 'SELECT ID, Name, DnsHostName, Online FROM Proxy', columns: 'ID Name DnsHostName Online' },
  { sql: 'SELECT ID, Name, KeyType, State FROM SshKeys', columns: 'ID Name KeyType State' },
  {
    sql: "SELECT Name, OwnerName, State FROM Device WHERE State = 'Enrolled' AND Platform IN ('iOS', 'Android')",
    columns: 'Name OwnerName State',
  },
  {
    sql: 'SELECT d.Name, u.DisplayName FROM Device d JOIN User u ON u.ID = d.OwnerID',
    columns: 'Name DisplayName',
  },
  {
    sql: "SELECT ID, Name, CloudAccountId FROM CloudProviders WHERE Type = 'Aws'",
    columns: 'ID Name CloudAccountId',
  },
  // Names that scripts and reports beyond the vendor's own use
  {
    sql: "Select IPLookup(FromIPAddress,'country_name') as Country, count(*) as Count from Event group by Country",
    columns: 'Country Count',
  },
  {
    sql: "SELECT IPLookup(FromIPAddress, 'country_code') AS Code, IPLookup(FromIPAddress, 'region_name') AS Region FROM Event",
    columns: 'Code Region',
  },
  { sql: 'Select AccountName from Event', columns: 'AccountName' },
  {
    sql: "SELECT EventType,EventMessage AS Message,ComputerName AS SourceName,AccountName,NormalizedUser AS User,whenOccurred FROM Event WHERE EventType LIKE 'Cloud.Server.%Account%' AND AccountName IS NOT NULL AND whenOccurred > Datefunc('now',-365)",
    columns: 'EventType Message SourceName AccountName User WhenOccurred',
  },
  {
    sql: 'SELECT EntityUuid, WhenLogged, FailureReason, MfaResult, DeviceName, RequestIsMobileDevice FROM Event WHERE MfaResult IS NOT NULL',
    columns: 'EntityUuid WhenLogged FailureReason MfaResult DeviceName RequestIsMobileDevice',
  },
  {
    sql: "select ID AS _ID, NormalizedUser as User, UserGuid as _UserId, applicationid as _ApplicationID, Count(*) as Count from Event where EventType = 'Cloud.Core.Login' and WhenOccurred >= DateFunc('today', '-30')",
    columns: '_ID User _UserId _ApplicationID Count',
  },
  {
    sql: "select ApplicationName, count(*) as Count from (select distinct ApplicationName, NormalizedUser from event where EventType = 'Cloud.Saas.Application.AppLaunch' and WhenOccurred > datefunc('now', -7)) group by ApplicationName",
    columns: 'ApplicationName Count',
  },
  {
    sql: "SELECT CASE(RequestDeviceOS) WHEN 'Windows' THEN 'a' ELSE 'b' END AS 'RequestDeviceOS', count(*) AS Count FROM Event WHERE WhenOccurred BETWEEN dateFunc('2016-08-26 11:00') AND DateFunc('now') GROUP BY RequestDeviceOS",
    columns: 'RequestDeviceOS Count',
  },
  {
    sql: 'SELECT DataVault.ID, DataVault.SecretName, Event.WhenOccurred FROM DataVault JOIN Event ON DataVault.ID = Event.DataVaultItemID WHERE Event.WhenOccurred < Datefunc("now") ORDER BY WhenOccurred DESC LIMIT 1',
    columns: 'ID SecretName WhenOccurred',
  },
  { sql: "Select Username from User where SourceDsType = 'AdProxy'", columns: 'Username', isEmpty: true },
  {
    sql: "Select Username, CloudState, SourceDs from User where SourceDsType = 'CDS'",
    columns: 'Username CloudState SourceDs',
  },
  { sql: 'Select DsUsers.SystemName from DsUsers where DsUsers.Locked = 0', columns: 'SystemName' },
  {
    sql: 'SELECT DsUsers.EMail, DsUsers.Locked, DsUsers.ObjectType AS Type, DsUsers.ServiceInstance, DsUsers.ServiceInstanceLocalized, DsUsers.Status, DsUsers.StatusEnum, User.ID AS Guid FROM DsUsers JOIN User ON DsUsers.InternalName = User.ID',
    columns: 'Email Locked Type ServiceInstance ServiceInstanceLocalized Status StatusEnum Guid',
  },
  { sql: 'Select UserDisplayName from VaultAccount', columns: 'UserDisplayName' },
  {
    sql: "SELECT (CASE WHEN DomainID != '' THEN DomainID WHEN DeviceID != '' THEN DeviceID WHEN KmipId != '' THEN KmipId WHEN VaultId != '' THEN VaultId WHEN VaultSecretId != '' THEN VaultSecretId ELSE 'Other' END) AS ParentID, FQDN, HealthError, Healthy, ID, LastChange, LastHealthCheck, MissingPassword, NeedsPasswordReset FROM VaultAccount",
    columns:
      'ParentID FQDN HealthError Healthy ID LastChange LastHealthCheck MissingPassword NeedsPasswordReset',
  },
  {
    sql: 'SELECT ComputerClassDisplayName, HealthStatus, HealthStatusError, LastHealthCheck, LastState, OperatingSystem FROM Server',
    columns:
      'ComputerClassDisplayName HealthStatus HealthStatusError LastHealthCheck LastState OperatingSystem',
  },
  {
    sql: 'SELECT SecretFileName,WhenCreated,SecretFileSize,ID,ParentPath,FolderId,Description,SecretName,Type FROM DataVault',
    columns: 'SecretFileName WhenCreated SecretFileSize ID ParentPath FolderId Description SecretName Type',
  },
  {
    sql: 'SELECT ID,LastHealthCheck,LastState,Name FROM VaultDomain',
    columns: 'ID LastHealthCheck LastState Name',
  },
  { sql: 'SELECT * FROM (Select Name FROM VaultDomain)', columns: 'Name' },
  {
    sql: 'SELECT Comment,Created,CreatedBy,ID,IsManaged,LastUpdated,KeyType,Name,Revision,State FROM SSHKeys',
    columns: 'Comment Created CreatedBy ID IsManaged LastUpdated KeyType Name Revision State',
  },
  {
    sql: 'SELECT DnsHostName,LastPingAttempted,ID,Version FROM Proxy',
    columns: 'DnsHostName LastPingAttempted ID Version',
  },
  {
    sql: 'SELECT Name,DisplayName,ID,CommandPattern,RunAsUser,RunAsGroup,Description FROM PrivilegeElevationCommand',
    columns: 'Name DisplayName ID CommandPattern RunAsUser RunAsGroup Description',
    isEmpty: true,
  },
  {
    sql: 'SELECT ID,JoinDate,LastUpdate,Name,ResourceID,ResourceName FROM CentrifyClients',
    columns: 'ID JoinDate LastUpdate Name ResourceID ResourceName',
    isEmpty: true,
  },
  {
    sql: 'SELECT ID AS _ID, Name, LastUsedCentrifyUrl, WebAppType FROM Application WHERE LastUsedCentrifyUrl >= "2026-01-01" AND WebAppType = "Saml" ORDER BY LastUsedCentrifyUrl DESC',
    columns: '_ID Name LastUsedCentrifyUrl WebAppType',
    isEmpty: true,
  },
];

interface Result {
  readonly Columns: readonly { readonly Name: string }[];
  readonly Results: readonly { readonly Row: Readonly<Record<string, unknown>> }[];
}

async function resultOf(sql: string): Promise<Result> {
  const envelope = await ask(sql, { PageNumber: 1, PageSize: 10_000, Limit: 100_000, Caching: -1 });
  expect([sql, envelope.Message]).toEqual([sql, null]);
  return envelope.Result as Result;
}

describe('queries of public clients', () => {
  it('are at least eighty, each another', () => {
    expect(new Set(queries.map(({ sql }) => sql)).size).toBeGreaterThanOrEqual(80);
  });

  it.each(queries)('$sql', async ({ sql, columns, isEmpty = false }) => {
    const { Columns, Results } = await resultOf(sql);
    expect(Columns.map(({ Name }) => Name)).toEqual(columns.split(' '));
    expect(Results.length > 0).toBe(!isEmpty);
    expect(Object.keys(Results[0]?.Row ?? {})).toEqual(isEmpty ? [] : columns.split(' '));
  });
});

describe('what the data says', () => {
  it('is where the users of an IP address work', async () => {
    const { Results } = await resultOf(
      "SELECT DISTINCT u.City, IPLookup(e.FromIPAddress, 'City') AS Looked FROM Event e JOIN User u ON u.ID = e.UserGuid WHERE e.FromIPAddress IS NOT NULL",
    );
    expect(Results).toHaveLength(5);
    for (const { Row } of Results) expect(Row['Looked']).toBe(Row['City']);
  });

  it('is distinguished from unknown names, which are reported', async () => {
    const messages: string[] = [];
    for (const sql of [
      "SELECT ID FROM Event WHERE WhenOccurred > DateFunc('yesterday', '-7')",
      "SELECT ID FROM Event WHERE WhenOccurred > DateFunc('now', 'a week')",
      "SELECT IPLookup(FromIPAddress, 'Weather') FROM Event",
      'SELECT Salary FROM User',
    ]) {
      const { success, Message } = await ask(sql);
      expect(success).toBe(false);
      messages.push(Message ?? '');
    }
    for (const [index, marker] of ['yesterday', 'a week', 'Weather', 'Salary'].entries())
      expect(messages[index]).toContain(marker);
  });
});
