// cspell:ignore favourite (a table of existing databases)
import type { SchemaStep } from './schema-steps.ts';

/** The tenant's internal tables: never readable by queries, only through the operations of the API. */
export const platformTablesStep: SchemaStep = {
  area: 'platform',
  version: 1,
  sql: `
CREATE TABLE application_record (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, display_name TEXT NOT NULL, description TEXT NOT NULL, app_type TEXT NOT NULL, web_app_type TEXT,
  app_type_display_name TEXT NOT NULL, state TEXT NOT NULL, service_name TEXT NOT NULL, handler TEXT NOT NULL, category TEXT NOT NULL, admin_tag TEXT,
  generic INTEGER NOT NULL, on_prem INTEGER NOT NULL, featured INTEGER NOT NULL, icon TEXT NOT NULL, template_name TEXT NOT NULL,
  client_id TEXT, changed_at INTEGER NOT NULL, version INTEGER NOT NULL, record TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX application_service_name ON application_record (service_name COLLATE NOCASE);
CREATE UNIQUE INDEX application_client_id ON application_record (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX application_name ON application_record (name COLLATE NOCASE);
CREATE VIEW Application AS SELECT
  a.id AS ID, a.name AS Name, a.display_name AS DisplayName, a.description AS Description, a.app_type AS AppType, a.web_app_type AS WebAppType,
  a.app_type_display_name AS AppTypeDisplayName, a.state AS State, a.service_name AS ServiceName, a.handler AS Handler, a.category AS Category,
  a.admin_tag AS AdminTag, a.generic AS Generic, a.on_prem AS OnPrem, a.featured AS Featured, a.icon AS Icon, a.template_name AS TemplateName
  FROM application_record a;
CREATE TABLE role_member (role_id TEXT NOT NULL REFERENCES Role (ID) ON DELETE CASCADE, user_id TEXT NOT NULL REFERENCES User (ID) ON DELETE CASCADE, PRIMARY KEY (role_id, user_id)) STRICT, WITHOUT ROWID;
CREATE INDEX role_member_user ON role_member (user_id);
CREATE TABLE role_application (
  role_id TEXT NOT NULL REFERENCES Role (ID) ON DELETE CASCADE, application_id TEXT NOT NULL REFERENCES application_record (id) ON DELETE CASCADE,
  automatic INTEGER NOT NULL, PRIMARY KEY (application_id, role_id)) STRICT, WITHOUT ROWID;
CREATE INDEX role_application_role ON role_application (role_id);
CREATE TABLE role_right (role_id TEXT NOT NULL REFERENCES Role (ID) ON DELETE CASCADE, path TEXT NOT NULL, description TEXT NOT NULL, PRIMARY KEY (role_id, path)) STRICT, WITHOUT ROWID;
CREATE TABLE credential (user_id TEXT PRIMARY KEY REFERENCES User (ID) ON DELETE CASCADE, salt TEXT NOT NULL, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE user_application_data (user_id TEXT NOT NULL, application_id TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY (user_id, application_id)) STRICT, WITHOUT ROWID;
CREATE TABLE tenant_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE set_member (set_id TEXT NOT NULL REFERENCES Sets (ID) ON DELETE CASCADE, object_id TEXT NOT NULL, PRIMARY KEY (set_id, object_id)) STRICT, WITHOUT ROWID;
CREATE TABLE favourite (user_id TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (user_id, kind, path)) STRICT, WITHOUT ROWID;
CREATE TABLE vaulted_object (id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, description TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE device_application (device_id TEXT NOT NULL, application_id TEXT NOT NULL, state TEXT NOT NULL, deployed_at TEXT NOT NULL, PRIMARY KEY (device_id, application_id)) STRICT, WITHOUT ROWID;
CREATE TABLE computer_role (server_id TEXT NOT NULL, role_name TEXT NOT NULL, user_id TEXT NOT NULL, assignment TEXT NOT NULL, starts_at INTEGER, ends_at INTEGER, PRIMARY KEY (server_id, role_name, user_id)) STRICT, WITHOUT ROWID;
CREATE TABLE job (
  id TEXT PRIMARY KEY, script TEXT NOT NULL, arguments TEXT NOT NULL, requested_by TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'failed')),
  created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER, result TEXT, error TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX job_created ON job (created_at);
CREATE TABLE oidc_artifact (
  model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, consumed_at INTEGER, expires_at INTEGER, PRIMARY KEY (model, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX oidc_artifact_grant ON oidc_artifact (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_artifact_uid ON oidc_artifact (uid) WHERE uid IS NOT NULL;
CREATE INDEX oidc_artifact_expiry ON oidc_artifact (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE signing_key (kid TEXT PRIMARY KEY, algorithm TEXT NOT NULL, private_jwk TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
};

/** Consents, and which artifact was issued to which client. */
export const clientTablesStep: SchemaStep = {
  area: 'platform',
  version: 2,
  sql: `
CREATE TABLE consent (
  user_id TEXT NOT NULL REFERENCES User (ID) ON DELETE CASCADE, application_id TEXT NOT NULL REFERENCES application_record (id) ON DELETE CASCADE,
  scopes TEXT NOT NULL, PRIMARY KEY (user_id, application_id)) STRICT, WITHOUT ROWID;
CREATE INDEX consent_application ON consent (application_id);
ALTER TABLE oidc_artifact ADD COLUMN client_id TEXT GENERATED ALWAYS AS (json_extract(payload, '$.clientId')) VIRTUAL;
CREATE INDEX oidc_artifact_client ON oidc_artifact (client_id) WHERE client_id IS NOT NULL;
`,
};
