import { DatabaseSync } from 'node:sqlite';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import type { ApplicationState } from '../../contract/applications/applications.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import type { WebhookState } from '../../contract/webhooks/webhooks.ts';
import { anApplication } from '../builders/an-application.ts';
import { commonMembers, samlDefaults } from '../../tenant/management/application-record.ts';

/** The real state of an embedded tenant by ID, read from its database and not through an API that could fail. */
export interface TenantState {
  readonly webhooks: ReadonlyMap<string, WebhookState>;
  readonly applications: ReadonlyMap<string, ApplicationState>;
  /** The script in effect of each application, its own or the one from its template. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Application assignments by role, by `assignmentTarget`. */
  readonly assignments: ReadonlySet<string>;
  readonly origins: readonly string[];
  /** The settings that Tenant Desk can change, by name, as JSON. */
  readonly settings: ReadonlyMap<string, string>;
  /** Scripts of the jobs that were started, in any order. */
  readonly jobs: readonly string[];
  /** Everything that Tenant Desk must not change: other members of applications, other settings. */
  readonly rest: ReadonlyMap<string, string>;
}

export interface TenantDatabase extends Disposable {
  read(): TenantState;
}

const webhookRow = z.object({
  policy_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  event_type: z.string(),
  risk_level: z.string(),
  url: z.string(),
  method: z.string(),
  content_type: z.string(),
  headers: z.string(),
  request_body: z.string(),
  enabled: z.number(),
});
const applicationRow = z.object({ id: z.string(), record: z.string() });
const applicationRecord = z.looseObject({
  Name: z.string(),
  Description: z.string().default(''),
  TemplateName: z.string(),
  Script: z.string().optional(),
  ScriptModified: z.boolean().optional(),
});
const assignmentRow = z.object({ applicationId: z.string(), roleId: z.string() });
const jobRow = z.object({ script: z.string() });
const settable = [
  'IsPasswordPersistanceEnabled',
  'ForgotUsernameAllowed',
  'SendPasswordChangeConfirmation',
  'Domain',
];
const settingRow = z.object({ value: z.string() });
const customerConfig = z.looseObject({ AllowCors: z.array(z.string()) });

export function openTenantDatabase(file: string): TenantDatabase {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const webhooks = database.prepare(
    'SELECT * FROM analytics_rule WHERE deleted_at IS NULL ORDER BY sequence',
  );
  const applications = database.prepare('SELECT id, record FROM application_record ORDER BY id');
  const assignments = database.prepare(
    'SELECT application_id AS applicationId, role_id AS roleId FROM role_application ORDER BY 1, 2',
  );
  const config = database.prepare("SELECT value FROM tenant_setting WHERE name = 'customerConfig'");
  const jobs = database.prepare('SELECT script FROM job');
  return {
    read() {
      const rest = new Map<string, string>();
      const scripts = new Map<string, string>();
      const { AllowCors, ...settings } = customerConfig.parse(
        JSON.parse(settingRow.parse(config.get()).value),
      );
      const { MfaAttributeMapping, ...others } = settings;
      const entries = Object.entries(others).filter(([name]) => !settable.includes(name));
      rest.set('settings', JSON.stringify(entries));
      const states = applications.all().map((row) => {
        const { id, record } = applicationRow.parse(row);
        const { Name, Description, TemplateName, Script, ScriptModified, ...others } =
          applicationRecord.parse(JSON.parse(record));
        // Values that are resent unchanged are stored from then on, which is not a change.
        const members = Object.entries({ ...commonMembers, ...samlDefaults, ...others }).filter(
          ([, value]) => value !== null,
        );
        rest.set(id, JSON.stringify(members.sort()));
        scripts.set(id, Script ?? '');
        const script = ScriptModified === true ? (Script ?? '') : null;
        const texts = { templateId: TemplateName, name: Name, description: Description, script };
        return [id, anApplication(texts)] as const;
      });
      return {
        webhooks: new Map(webhooks.all().map(readWebhook)),
        applications: new Map(states),
        scripts,
        assignments: new Set(assignments.all().map((row) => assignmentTarget(assignmentRow.parse(row)))),
        origins: AllowCors,
        settings: settingsOf(settings, MfaAttributeMapping),
        jobs: jobs.all().map((row) => jobRow.parse(row).script),
        rest,
      };
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** Members of the mapping by name: two people who change different ones are not in each other's way. */
function settingsOf(settings: Record<string, unknown>, mapping: unknown): ReadonlyMap<string, string> {
  const single = settable.map((name) => [name, JSON.stringify(settings[name] ?? null)] as const);
  const members = Object.entries((mapping ?? {}) as Record<string, unknown>);
  return new Map([
    ...single,
    ...members.map(([name, value]) => [`MfaAttributeMapping ${name}`, JSON.stringify(value)] as const),
  ]);
}

function readWebhook(row: unknown): readonly [string, WebhookState] {
  const rule = webhookRow.parse(row);
  return [
    rule.policy_id,
    {
      name: rule.name,
      // Without the mark that Tenant Desk appends.
      description: (rule.description ?? '').trimEnd(),
      url: rule.url,
      method: rule.method,
      contentType: rule.content_type,
      headers: rule.headers,
      requestBody: rule.request_body,
      enabled: rule.enabled === 1,
      eventType: rule.event_type,
      riskLevel: rule.risk_level,
    },
  ];
}

/** A form of the state without IDs: two equal states have the same number of each item. */
export function contentsOf({
  webhooks,
  applications,
  assignments,
  origins,
  settings,
  jobs,
}: TenantState): readonly string[] {
  // The order of members says nothing.
  const text = (kind: string, state: unknown): string => `${kind} ${canonicalize(state) ?? ''}`;
  return [
    ...[...webhooks.values()].map((state) => text('webhook', state)),
    ...[...applications.values()].map((state) => text('application', state)),
    ...[...assignments].map((target) => text('publication', target)),
    ...origins.map((origin) => text('origin', origin)),
    ...[...settings].map(([name, value]) => `setting ${name} ${value}`),
    ...jobs.map((script) => text('job', script)),
  ].sort();
}

/**
 * `contentsOf` with the scripts in effect, and what Tenant Desk must not change. An undo restores the text of a template’s script, but as a
 * custom script: the platform can't undo that.
 */
export function completeContentsOf(state: TenantState): readonly string[] {
  const applications = new Map(
    [...state.applications].map(([id, application]) => [
      id,
      { ...application, script: state.scripts.get(id) ?? null },
    ]),
  );
  return [
    ...contentsOf({ ...state, applications }),
    ...[...state.rest].map(([name, value]) => `rest ${name} ${value}`).sort(),
  ];
}

/** What one list has more than another: `- webhook …`, `+ origin …`. */
export function differenceOf(before: readonly string[], after: readonly string[]): readonly string[] {
  const more = (one: readonly string[], other: readonly string[]): string[] => {
    const left = [...other];
    return one.filter((entry) => {
      const found = left.indexOf(entry);
      if (found !== -1) left.splice(found, 1);
      return found === -1;
    });
  };
  return [
    ...more(before, after).map((entry) => `- ${entry}`),
    ...more(after, before).map((entry) => `+ ${entry}`),
  ];
}
