import type { SchemaStep } from './schema-steps.ts';

/**
 * Additional columns and tables that public clients query (compatibility: "columns also used"). Columns that
 * follow from others are derived from them, so that they can't differ.
 */
export const queryableColumnsStep: SchemaStep = {
  area: 'queryable',
  version: 2,
  sql: `
ALTER TABLE Event ADD COLUMN ApplicationName TEXT AS (CASE EntityType WHEN 'Application' THEN EntityName END) VIRTUAL;
ALTER TABLE Event ADD COLUMN ApplicationID TEXT AS (CASE EntityType WHEN 'Application' THEN EntityID END) VIRTUAL;
ALTER TABLE Event ADD COLUMN ComputerName TEXT AS (CASE EntityType WHEN 'Server' THEN EntityName END) VIRTUAL;
ALTER TABLE Event ADD COLUMN DataVaultItemID TEXT AS (CASE EntityType WHEN 'GenericSecret' THEN EntityID END) VIRTUAL;
ALTER TABLE Event ADD COLUMN UserName TEXT AS (NormalizedUser) VIRTUAL;
ALTER TABLE Event ADD COLUMN FailUserName TEXT AS (CASE WHEN FailReason IS NOT NULL THEN NormalizedUser END) VIRTUAL;
ALTER TABLE Event ADD COLUMN EventMessage TEXT AS (Message) VIRTUAL;
ALTER TABLE User ADD COLUMN StatusEnum TEXT AS (Status) VIRTUAL;
ALTER TABLE User ADD COLUMN SourceDsLocalized TEXT AS ('Cloud Directory') VIRTUAL;
ALTER TABLE Proxy ADD COLUMN Name TEXT AS (substr(MachineName, 1, instr(MachineName || '.', '.') - 1)) VIRTUAL;
ALTER TABLE Proxy ADD COLUMN DnsHostName TEXT AS (MachineName) VIRTUAL;
ALTER TABLE VaultDatabase ADD COLUMN ServiceName TEXT AS (CASE DatabaseClass WHEN 'Oracle' THEN InstanceName END) VIRTUAL;
ALTER TABLE VaultAccount ADD COLUMN CloudProviderId TEXT;
ALTER TABLE Sets ADD COLUMN ParentPath TEXT;
DROP VIEW DsUsers;
CREATE VIEW DsUsers AS SELECT
  u.ID AS InternalName, u.Username AS SystemName, u.DisplayName AS DisplayName, u.Email AS Email, u.DirectoryServiceUuid AS DirectoryServiceUuid,
  'CDS' AS ServiceType, u.Status = 'Active' AS Enabled, u.LastLogin AS LastLogin,
  'CN=' || replace(replace(u.DisplayName, '\\', '\\\\'), ',', '\\,') || ',OU=Users,DC=' || replace(substr(u.Username, instr(u.Username, '@') + 1), '.', ',DC=') AS DistinguishedName
  FROM User u;
CREATE TABLE CampaignCycle (
  ID TEXT PRIMARY KEY, CampaignID TEXT NOT NULL, CampaignName TEXT NOT NULL, Status TEXT NOT NULL, StartDate DATETIME NOT NULL, EndDate DATETIME NOT NULL,
  Reviewed INTEGER NOT NULL, Total INTEGER NOT NULL
) WITHOUT ROWID;
`,
};

/** The same for internal tables: exposed through views, never read directly. */
export const vaultViewsStep: SchemaStep = {
  area: 'queryable',
  version: 3,
  sql: `
ALTER TABLE vaulted_object ADD COLUMN folder_id TEXT;
ALTER TABLE vaulted_object ADD COLUMN first_account TEXT;
ALTER TABLE vaulted_object ADD COLUMN second_account TEXT;
CREATE VIEW DataVault AS SELECT
  v.id AS ID, v.name AS SecretName, 'Text' AS Type, v.description AS Description, v.folder_id AS FolderId,
  CASE WHEN s.ParentPath = '' THEN s.Name ELSE s.ParentPath || '\\' || s.Name END AS ParentPath
  FROM vaulted_object v LEFT JOIN Sets s ON s.ID = v.folder_id WHERE v.kind = 'GenericSecret';
CREATE VIEW Subscriptions AS SELECT v.id AS ID, v.name AS Name, v.description AS Description FROM vaulted_object v WHERE v.kind = 'Subscription';
CREATE VIEW MultiplexedAccount AS SELECT
  v.id AS ID, v.name AS Name, v.description AS Description, v.first_account AS RealAccount1ID, v.second_account AS RealAccount2ID
  FROM vaulted_object v WHERE v.kind = 'MpAccount';
ALTER TABLE application_record ADD COLUMN corp_identifier TEXT;
ALTER TABLE application_record ADD COLUMN audience TEXT;
ALTER TABLE application_record ADD COLUMN additional_field_1 TEXT;
UPDATE application_record SET
  corp_identifier = iif(json_type(record, '$.CorpIdentifier') = 'text', record ->> '$.CorpIdentifier', NULL),
  audience = iif(json_type(record, '$.Audience') = 'text', record ->> '$.Audience', NULL),
  additional_field_1 = iif(json_type(record, '$.AdditionalField1') = 'text', record ->> '$.AdditionalField1', NULL);
DROP VIEW Application;
CREATE VIEW Application AS SELECT
  a.id AS ID, a.name AS Name, a.display_name AS DisplayName, a.description AS Description, a.app_type AS AppType, a.web_app_type AS WebAppType,
  a.app_type_display_name AS AppTypeDisplayName, a.state AS State, a.service_name AS ServiceName, a.handler AS Handler, a.category AS Category,
  a.admin_tag AS AdminTag, a.generic AS Generic, a.on_prem AS OnPrem, a.featured AS Featured, a.icon AS Icon, a.template_name AS TemplateName,
  a.corp_identifier AS CorpIdentifier, a.audience AS Audience, a.additional_field_1 AS AdditionalField1
  FROM application_record a;
`,
};

/** Applications assigned directly to users and groups, in addition to those assigned through roles. */
export const permissionsStep: SchemaStep = {
  area: 'queryable',
  version: 4,
  sql: `
CREATE TABLE group_member (
  group_id TEXT NOT NULL REFERENCES DsGroups (InternalName) ON DELETE CASCADE, user_id TEXT NOT NULL REFERENCES User (ID) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)) STRICT, WITHOUT ROWID;
CREATE INDEX group_member_user ON group_member (user_id);
CREATE TABLE application_grant (
  application_id TEXT NOT NULL REFERENCES application_record (id) ON DELETE CASCADE, principal_type TEXT NOT NULL CHECK (principal_type IN ('User', 'Group')),
  principal_id TEXT NOT NULL, PRIMARY KEY (application_id, principal_type, principal_id)) STRICT, WITHOUT ROWID;
CREATE INDEX application_grant_principal ON application_grant (principal_id);
CREATE VIEW application_user AS
  SELECT p.application_id AS application_id, m.user_id AS user_id, p.role_id AS role_id FROM role_application p JOIN role_member m ON m.role_id = p.role_id
  UNION ALL SELECT application_id, principal_id, NULL FROM application_grant WHERE principal_type = 'User'
  UNION ALL SELECT g.application_id, m.user_id, NULL FROM application_grant g JOIN group_member m ON m.group_id = g.principal_id WHERE g.principal_type = 'Group';
`,
};
