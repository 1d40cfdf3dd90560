import type { DatabaseSync } from 'node:sqlite';
import { findTemplate, kindNames, type Template } from '../catalog/templates.ts';
import type { TemplateKind } from '../catalog/catalog-data.ts';
import {
  clientIdOf,
  initialMembers,
  toWireRecord,
  type ApplicationRecord,
  type StoredApplication,
} from './application-record.ts';
import { flagIn } from './oauth-profile.ts';
import { JsonText } from '../requests/json-text.ts';
import { formatExact } from '../../languages/json/format-exact.ts';
import { parseExact } from '../../languages/json/parse-exact.ts';

export interface ApplicationStore {
  /** Creates an application from a template and returns its ID. The service name is made unique. */
  importTemplate(template: Template, overrides?: ApplicationRecord, id?: string): string;
  find(id: string): StoredApplication | undefined;
  /** The Result of GetApplication, cached until the application changes. */
  wireRecord(id: string): JsonText | undefined;
  /** Replaces the members of an application; returns the new version, or undefined for an unknown ID. */
  replaceMembers(id: string, members: ApplicationRecord): number | undefined;
  remove(id: string): boolean;
  /** The ID for a service name (case-insensitive) or an ID. */
  resolve(name: string): string | undefined;
  findByClientId(clientId: string): StoredApplication | undefined;
  /** Clears the cache after the rows were changed in other ways. */
  clearCache(): void;
}

interface ApplicationStoreParts {
  readonly database: DatabaseSync;
  readonly baseUrl: string;
  readonly now: () => number;
  readonly newId: () => string;
  /** Thumbprint of the certificate that signs SAML responses, in uppercase hexadecimal digits. */
  readonly thumbprint: string;
}

const MAX_CACHED_RECORDS = 1000;

/**
 * Applications are rows whose queryable columns are derived from a JSON object with every member that was
 * ever set, known or not (compatibility: "keep unknown members").
 */
export function createApplicationStore(parts: ApplicationStoreParts): ApplicationStore {
  const { database } = parts;
  const statements = prepareStatements(database);
  const cache = new Map<string, JsonText>();

  function revive(row: Record<string, unknown> | undefined): StoredApplication | undefined {
    if (row === undefined) return undefined;
    const members = parseExact(String(row['record'])) as ApplicationRecord;
    return {
      id: String(row['id']),
      kind: kindOf(String(row['template_name'])),
      members,
      changedAt: Number(row['changed_at']),
      version: Number(row['version']),
    };
  }

  const store: ApplicationStore = {
    importTemplate(template, overrides = {}, id = parts.newId()) {
      const name = typeof overrides['Name'] === 'string' ? overrides['Name'] : template.name;
      const serviceName =
        typeof overrides['ServiceName'] === 'string'
          ? overrides['ServiceName']
          : uniqueServiceName(template, id);
      const members = {
        ...initialMembers({
          id,
          name,
          serviceName,
          template,
          baseUrl: parts.baseUrl,
          clientId: parts.newId(),
        }),
        ...overrides,
      };
      statements.insert.run(...columns(members, template.kind), parts.now(), 1, formatExact(members), id);
      return id;
    },
    find: (id) => revive(statements.select.get(id)),
    wireRecord(id) {
      const known = cache.get(id);
      if (known !== undefined) return known;
      const stored = store.find(id);
      if (stored === undefined) return undefined;
      const json = new JsonText(formatExact(toWireRecord(stored, parts.thumbprint)));
      if (cache.size >= MAX_CACHED_RECORDS) cache.clear();
      cache.set(id, json);
      return json;
    },
    replaceMembers(id, members) {
      const stored = store.find(id);
      if (stored === undefined) return undefined;
      cache.delete(id);
      const version = stored.version + 1;
      statements.update.run(
        ...columns(members, stored.kind),
        Math.max(parts.now(), stored.changedAt + 1),
        version,
        formatExact(members),
        id,
      );
      return version;
    },
    remove(id) {
      cache.delete(id);
      return Number(statements.removeRow.run(id).changes) > 0;
    },
    resolve(name) {
      const id = statements.byService.get(name)?.['id'];
      return typeof id === 'string' ? id : undefined;
    },
    findByClientId: (clientId) => revive(statements.selectByClient.get(clientId)),
    clearCache: () => cache.clear(),
  };
  return store;
}

function prepareStatements(database: DatabaseSync) {
  return {
    select: database.prepare(
      'SELECT id, template_name, record, changed_at, version FROM application_record WHERE id = ?',
    ),
    selectByClient: database.prepare(
      'SELECT id, template_name, record, changed_at, version FROM application_record WHERE client_id = ?',
    ),
    insert: database.prepare(
      `INSERT INTO application_record (name, display_name, description, app_type, web_app_type, app_type_display_name, state, service_name, handler, category,
         admin_tag, generic, on_prem, featured, icon, template_name, corp_identifier, audience, additional_field_1, client_id, changed_at, version, record, id) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    ),
    update: database.prepare(
      `UPDATE application_record SET name=?, display_name=?, description=?, app_type=?, web_app_type=?, app_type_display_name=?, state=?, service_name=?, handler=?, category=?,
         admin_tag=?, generic=?, on_prem=?, featured=?, icon=?, template_name=?, corp_identifier=?, audience=?, additional_field_1=?, client_id=?, changed_at=?, version=?, record=? WHERE id = ?`,
    ),
    removeRow: database.prepare('DELETE FROM application_record WHERE id = ?'),
    byService: database.prepare(
      'SELECT id FROM application_record WHERE id = ?1 OR service_name = ?1 COLLATE NOCASE LIMIT 1',
    ),
  };
}

function kindOf(templateName: string): TemplateKind {
  return findTemplate(templateName)?.kind ?? 'Saml';
}

/** The queryable columns, in the order of the two statements, up to `client_id`. */
function columns(members: ApplicationRecord, kind: TemplateKind): (string | number | null)[] {
  const names = kindNames[kind];
  const text = (name: string, fallback = ''): string =>
    typeof members[name] === 'string' ? members[name] : fallback;
  const textOrNull = (name: string): string | null =>
    typeof members[name] === 'string' ? members[name] : null;
  // Stored as it was sent, which may be a string.
  const flag = (name: string): number => (flagIn(members, name) === true ? 1 : 0);
  return [
    text('Name'),
    text('DisplayName', text('Name')),
    text('Description'),
    names.appType,
    names.webAppType,
    names.displayName,
    text('State', 'Unconfigured'),
    text('ServiceName'),
    text('Handler'),
    text('Category'),
    textOrNull('AdminTag'),
    flag('Generic'),
    flag('OnPrem'),
    flag('Featured'),
    text('Icon'),
    text('TemplateName'),
    textOrNull('CorpIdentifier'),
    textOrNull('Audience'),
    textOrNull('AdditionalField1'),
    clientIdOf(members),
  ];
}

function uniqueServiceName(template: Template, id: string): string {
  return `${template.id.replace(/[^A-Za-z0-9]/g, '')}-${id.slice(0, 8)}`;
}
