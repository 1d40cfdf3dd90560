import type { DatabaseSync } from 'node:sqlite';
import { recordAttributes } from '../../languages/assertion/record-attributes.ts';
import { runApplicationScript } from '../../languages/assertion/run-application-script.ts';
import type { ScriptResult } from '../../languages/assertion/run-assertion-script.ts';
import { createScriptEngine } from '../../languages/assertion/script-engine.ts';
import { AssertionScriptError } from '../../languages/assertion/script-failure.ts';
import type { FieldValue, ScriptInput, ScriptUser } from '../../languages/assertion/script-input.ts';
import { toStoredTime } from '../store/timestamps.ts';
import type { StoredApplication } from './application-record.ts';
import { asText } from '../requests/request-members.ts';

export interface ApplicationScripts {
  /** Script input of the application for a user. Throws for an unknown user. */
  inputFor(application: StoredApplication, userId: string): ScriptInput;
  /**
   * Runs the application's script for a user. Rejects with AssertionScriptError after recording it in the
   * events.
   */
  run(application: StoredApplication, userId: string): Promise<ScriptResult>;
}

interface ApplicationScriptParts {
  readonly database: DatabaseSync;
  readonly baseUrl: string;
  readonly tenantName: string;
  readonly now: () => number;
}

/**
 * Scripts take effect when a token or an assertion is issued (platform specification, "What the service does"
 * 4).
 */
export function createApplicationScripts(parts: ApplicationScriptParts): ApplicationScripts {
  const engine = createScriptEngine();
  const selectUser = parts.database.prepare('SELECT * FROM User WHERE ID = ?');
  const selectRoles = parts.database.prepare(
    'SELECT r.Name FROM role_member m JOIN Role r ON r.ID = m.role_id WHERE m.user_id = ? ORDER BY r.Name',
  );
  const record = parts.database.prepare(
    `INSERT INTO Event (WhenOccurred, EventType, Level, Message, NormalizedUser, UserGuid, EntityType, EntityID, EntityName)
     VALUES (?, 'Cloud.Saas.Application.ScriptFail', 'Error', ?, ?, ?, 'Application', ?, ?)`,
  );

  function inputFor({ members }: StoredApplication, userId: string): ScriptInput {
    const row = selectUser.get(userId);
    if (row === undefined) throw new Error(`User ${userId} not found.`);
    const roleNames = selectRoles.all(userId).map((role) => String(role['Name']));
    return {
      user: toScriptUser(row, roleNames),
      application: fieldsOf(members),
      tenant: {
        Name: parts.tenantName,
        CompanyName: 'Acme',
        Domain: URL.parse(parts.baseUrl)?.host ?? '',
      },
      issuer: textOf(members['Issuer']) ?? parts.baseUrl,
      serviceUrl: textOf(members['ACSUrl']) ?? textOf(members['Url']) ?? '',
    };
  }

  return {
    inputFor,
    async run(application, userId) {
      const input = inputFor(application, userId);
      const script = application.members['Script'];
      try {
        return await runApplicationScript(engine, {
          script: typeof script === 'string' ? script : '@Empty',
          attributes:
            application.kind === 'Saml' ? recordAttributes(application.members['SamlAttributes']) : [],
          now: () => performance.now(),
          input,
        });
      } catch (error) {
        if (error instanceof AssertionScriptError) {
          const name = asText(application.members['Name']);
          record.run(
            toStoredTime(parts.now()),
            `The script of ${name} failed. ${error.message}`,
            input.user.username,
            userId,
            application.id,
            name,
          );
        }
        throw error;
      }
    },
  };
}

/**
 * The user's data in the tenant's own directory: it has no first and last names, so scripts derive those from
 * DisplayName.
 */
function toScriptUser(row: Readonly<Record<string, unknown>>, roleNames: readonly string[]): ScriptUser {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    username: text('Username'),
    displayName: text('DisplayName'),
    email: text('Email'),
    uuid: text('ID'),
    serviceType: 'CDS',
    serviceName: 'Cloud Directory',
    roleNames,
    groupNames: roleNames,
    attributes: {
      mail: text('Email'),
      userprincipalname: text('Username'),
      displayName: text('DisplayName'),
      department: text('Department'),
      title: text('JobTitle'),
      l: text('City'),
      c: text('Country'),
      mobile: text('MobileNumber'),
      employeeNumber: text('ID').slice(0, 6),
    },
  };
}

function fieldsOf(members: Readonly<Record<string, unknown>>): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  for (const [name, value] of Object.entries(members)) {
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    )
      fields[name] = value;
  }
  return fields;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
