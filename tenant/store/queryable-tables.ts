import type { SchemaStep } from './schema-steps.ts';

/**
 * The tables that users can query (compatibility: "tables seen"). They contain exactly the columns worth
 * querying, so `SELECT *` shows no internals. Dates are DATETIME columns with text as described in
 * timestamps.ts; the declared type makes them `/Date(ms)/` on the wire.
 */
export const queryableTables: readonly string[] = [
  'User',
  'Role',
  'Application',
  'Event',
  'Device',
  'DsUsers',
  'DsGroups',
  'Server',
  'VaultAccount',
  'VaultDatabase',
  'VaultDomain',
  'Sets',
  'SshKeys',
  'Proxy',
  'CloudProviders',
  'DataVault',
  'Subscriptions',
  'MultiplexedAccount',
  'CampaignCycle',
  'PrivilegeElevationCommand',
  'CentrifyClients',
];

/** Indexes for finding events. Filling a large table is faster without them; see seed-events.ts. */
export const eventIndexes: Readonly<Record<string, string>> = {
  event_time: 'Event (WhenOccurred)',
  event_type: 'Event (EventType, WhenOccurred)',
  event_user: 'Event (UserGuid, WhenOccurred)',
  event_entity: 'Event (EntityID, WhenOccurred) WHERE EntityID IS NOT NULL',
};

export const createEventIndexes = Object.entries(eventIndexes)
  .map(([name, definition]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${definition};`)
  .join('\n');

export const queryableTablesStep: SchemaStep = {
  area: 'queryable',
  version: 1,
  sql: `
CREATE TABLE User (
  ID TEXT PRIMARY KEY, Username TEXT NOT NULL UNIQUE COLLATE NOCASE, DisplayName TEXT NOT NULL, Email TEXT,
  MobileNumber TEXT, Status TEXT NOT NULL, UserType TEXT NOT NULL, Department TEXT, JobTitle TEXT, City TEXT, Country TEXT,
  DirectoryServiceUuid TEXT NOT NULL, CreateDate DATETIME NOT NULL, LastLogin DATETIME
) WITHOUT ROWID;
CREATE TABLE Role (
  ID TEXT PRIMARY KEY, Name TEXT, Description TEXT, RoleType TEXT NOT NULL, ReadOnly BOOLEAN NOT NULL, DirectoryServiceUuid TEXT
) WITHOUT ROWID;
CREATE TABLE Event (
  ID INTEGER PRIMARY KEY, WhenOccurred DATETIME NOT NULL, EventType TEXT NOT NULL, Level TEXT NOT NULL, Message TEXT,
  NormalizedUser TEXT, UserGuid TEXT, FromIPAddress TEXT, Country TEXT, AuthMethod TEXT, Factors TEXT, FailReason TEXT, RequestDeviceOS TEXT,
  EntityType TEXT, EntityID TEXT, EntityName TEXT, SessionId TEXT
);
${createEventIndexes}
CREATE TABLE Device (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, OwnerID TEXT NOT NULL, OwnerName TEXT NOT NULL, State TEXT NOT NULL, Platform TEXT NOT NULL,
  ModelName TEXT, OSVersion TEXT, SerialNumber TEXT, Jailbroken BOOLEAN NOT NULL, EnrolledOn DATETIME NOT NULL, LastSeen DATETIME
) WITHOUT ROWID;
CREATE TABLE DsGroups (
  InternalName TEXT PRIMARY KEY, SystemName TEXT NOT NULL, DisplayName TEXT NOT NULL, Description TEXT, DirectoryServiceUuid TEXT NOT NULL, ServiceType TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE Server (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, FQDN TEXT NOT NULL, ComputerClass TEXT NOT NULL, SessionType TEXT NOT NULL, Port INTEGER,
  OperatingSystem TEXT, Description TEXT, HealthStatus TEXT NOT NULL, LastHealthCheck DATETIME, ActiveSessions INTEGER NOT NULL, ActiveCheckouts INTEGER NOT NULL, DomainID TEXT
) WITHOUT ROWID;
CREATE TABLE VaultDomain (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, ForestName TEXT, ParentID TEXT, Description TEXT, HealthStatus TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE VaultDatabase (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, FQDN TEXT NOT NULL, DatabaseClass TEXT NOT NULL, Port INTEGER, InstanceName TEXT, Description TEXT, HealthStatus TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE VaultAccount (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, User TEXT NOT NULL, Host TEXT, DomainID TEXT, DatabaseID TEXT, FQDN TEXT, Description TEXT,
  IsManaged BOOLEAN NOT NULL, Status TEXT NOT NULL, OwnerName TEXT, ActiveCheckouts INTEGER NOT NULL, LastChange DATETIME
) WITHOUT ROWID;
CREATE TABLE Sets (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, ObjectType TEXT NOT NULL, CollectionType TEXT NOT NULL, Description TEXT, WhenCreated DATETIME NOT NULL
) WITHOUT ROWID;
CREATE TABLE SshKeys (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, KeyType TEXT NOT NULL, KeyLength INTEGER NOT NULL, Fingerprint TEXT NOT NULL, State TEXT NOT NULL, Created DATETIME NOT NULL
) WITHOUT ROWID;
CREATE TABLE Proxy (
  ID TEXT PRIMARY KEY, MachineName TEXT NOT NULL, Version TEXT NOT NULL, Online BOOLEAN NOT NULL, LastPing DATETIME, Forest TEXT
) WITHOUT ROWID;
CREATE TABLE CloudProviders (
  ID TEXT PRIMARY KEY, Name TEXT NOT NULL, Type TEXT NOT NULL, CloudAccountId TEXT NOT NULL, Description TEXT
) WITHOUT ROWID;
CREATE VIEW DsUsers AS SELECT
  u.ID AS InternalName, u.Username AS SystemName, u.DisplayName AS DisplayName, u.Email AS Email, u.DirectoryServiceUuid AS DirectoryServiceUuid,
  'CDS' AS ServiceType, u.Status = 'Active' AS Enabled, u.LastLogin AS LastLogin FROM User u;
`,
};
