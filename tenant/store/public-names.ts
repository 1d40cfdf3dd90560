import type { SchemaStep } from './schema-steps.ts';

/**
 * Further names used by public clients, reports and samples (compatibility: "more SQL names"; public
 * PowerShell and Python clients, reporting queries). Columns that follow from others are derived from them;
 * data that this tenant doesn't have is NULL, so that the query runs with empty values.
 */
export const publicNamesStep: SchemaStep = {
  area: 'queryable',
  version: 5,
  sql: `
ALTER TABLE Event ADD COLUMN AccountName TEXT AS (CASE EntityType WHEN 'VaultAccount' THEN EntityName END) VIRTUAL;
ALTER TABLE Event ADD COLUMN DeviceID TEXT AS (CASE EntityType WHEN 'Device' THEN EntityID END) VIRTUAL;
ALTER TABLE Event ADD COLUMN DeviceName TEXT AS (CASE EntityType WHEN 'Device' THEN EntityName END) VIRTUAL;
ALTER TABLE Event ADD COLUMN EntityUuid TEXT AS (EntityID) VIRTUAL;
ALTER TABLE Event ADD COLUMN WhenLogged DATETIME AS (WhenOccurred) VIRTUAL;
ALTER TABLE Event ADD COLUMN FailureReason TEXT AS (FailReason) VIRTUAL;
ALTER TABLE Event ADD COLUMN MfaResult TEXT AS (CASE EventType WHEN 'Cloud.Core.MfaSummary' THEN 'Success' WHEN 'Cloud.Core.MfaSummaryFail' THEN 'Failure' END) VIRTUAL;
ALTER TABLE Event ADD COLUMN RequestHostName TEXT AS (FromIPAddress) VIRTUAL;
ALTER TABLE Event ADD COLUMN RequestIsMobileDevice BOOLEAN AS (RequestDeviceOS LIKE 'iOS%' OR RequestDeviceOS LIKE 'Android%') VIRTUAL;
ALTER TABLE Event ADD COLUMN DirectoryServiceUuid TEXT AS (NULL) VIRTUAL;
ALTER TABLE Event ADD COLUMN ImpersonatorUuid TEXT AS (NULL) VIRTUAL;
ALTER TABLE Event ADD COLUMN Tenant TEXT AS (NULL) VIRTUAL;
ALTER TABLE User ADD COLUMN SourceDs TEXT AS ('CDS') VIRTUAL;
ALTER TABLE User ADD COLUMN SourceDsType TEXT AS ('CDS') VIRTUAL;
ALTER TABLE User ADD COLUMN Forest TEXT AS (NULL) VIRTUAL;
ALTER TABLE User ADD COLUMN CloudState TEXT AS (Status) VIRTUAL;
ALTER TABLE User ADD COLUMN LastInvite DATETIME AS (NULL) VIRTUAL;
ALTER TABLE User ADD COLUMN SecurityQuestionCount INTEGER AS (0) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN UserDisplayName TEXT AS (User) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN DeviceID TEXT AS (NULL) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN KmipId TEXT AS (NULL) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN VaultId TEXT AS (NULL) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN VaultSecretId TEXT AS (NULL) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN Healthy TEXT AS (Status) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN HealthError TEXT AS (CASE WHEN Status <> 'OK' THEN Status END) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN LastHealthCheck DATETIME AS (LastChange) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN MissingPassword BOOLEAN AS (Status = 'Missing') VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN NeedsPasswordReset TEXT AS (NULL) VIRTUAL;
ALTER TABLE Server ADD COLUMN ComputerClassDisplayName TEXT AS (ComputerClass) VIRTUAL;
ALTER TABLE Server ADD COLUMN LastState TEXT AS (HealthStatus) VIRTUAL;
ALTER TABLE Server ADD COLUMN HealthStatusError TEXT AS (CASE WHEN HealthStatus <> 'OK' THEN HealthStatus END) VIRTUAL;
ALTER TABLE VaultDomain ADD COLUMN LastState TEXT AS (HealthStatus) VIRTUAL;
ALTER TABLE VaultDomain ADD COLUMN LastHealthCheck DATETIME AS (NULL) VIRTUAL;
ALTER TABLE SshKeys ADD COLUMN Comment TEXT AS (Name) VIRTUAL;
ALTER TABLE SshKeys ADD COLUMN CreatedBy TEXT AS (NULL) VIRTUAL;
ALTER TABLE SshKeys ADD COLUMN IsManaged BOOLEAN AS (0) VIRTUAL;
ALTER TABLE SshKeys ADD COLUMN LastUpdated DATETIME AS (Created) VIRTUAL;
ALTER TABLE SshKeys ADD COLUMN Revision INTEGER AS (1) VIRTUAL;
ALTER TABLE Proxy ADD COLUMN LastPingAttempted DATETIME AS (LastPing) VIRTUAL;
CREATE TABLE PrivilegeElevationCommand (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, DisplayName TEXT, Description TEXT, CommandPattern TEXT NOT NULL, RunAsUser TEXT, RunAsGroup TEXT
) WITHOUT ROWID;
CREATE TABLE CentrifyClients (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, ResourceID TEXT, ResourceName TEXT, JoinDate DATETIME, LastUpdate DATETIME
) WITHOUT ROWID;
DROP VIEW DsUsers;
CREATE VIEW DsUsers AS SELECT
  u.ID AS InternalName, u.Username AS SystemName, u.DisplayName AS DisplayName, u.Email AS Email, u.DirectoryServiceUuid AS DirectoryServiceUuid,
  'CDS' AS ServiceType, u.Status = 'Active' AS Enabled, u.LastLogin AS LastLogin,
  'CN=' || replace(replace(u.DisplayName, '\\', '\\\\'), ',', '\\,') || ',OU=Users,DC=' || replace(substr(u.Username, instr(u.Username, '@') + 1), '.', ',DC=') AS DistinguishedName,
  u.Status = 'Locked' AS Locked, u.Status AS Status, u.Status AS StatusEnum, 'User' AS ObjectType, 'Cloud Directory' AS ServiceInstance,
  'Cloud Directory' AS ServiceInstanceLocalized
  FROM User u;
DROP VIEW DataVault;
CREATE VIEW DataVault AS SELECT
  v.id AS ID, v.name AS SecretName, 'Text' AS Type, v.description AS Description, v.folder_id AS FolderId,
  CASE WHEN s.ParentPath = '' THEN s.Name ELSE s.ParentPath || '\\' || s.Name END AS ParentPath,
  NULL AS SecretFileName, NULL AS SecretFileSize, NULL AS WhenCreated, NULL AS WhenContentsReplaced
  FROM vaulted_object v LEFT JOIN Sets s ON s.ID = v.folder_id WHERE v.kind = 'GenericSecret';
DROP VIEW Application;
CREATE VIEW Application AS SELECT
  a.id AS ID, a.name AS Name, a.display_name AS DisplayName, a.description AS Description, a.app_type AS AppType, a.web_app_type AS WebAppType,
  a.app_type_display_name AS AppTypeDisplayName, a.state AS State, a.service_name AS ServiceName, a.handler AS Handler, a.category AS Category,
  a.admin_tag AS AdminTag, a.generic AS Generic, a.on_prem AS OnPrem, a.featured AS Featured, a.icon AS Icon, a.template_name AS TemplateName,
  a.corp_identifier AS CorpIdentifier, a.audience AS Audience, a.additional_field_1 AS AdditionalField1, NULL AS LastUsedCentrifyUrl
  FROM application_record a;
`,
};
