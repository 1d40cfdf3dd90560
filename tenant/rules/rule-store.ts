import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** A stored webhook rule. Times are milliseconds since the epoch. */
export interface WebhookRule {
  readonly policyId: string;
  readonly name: string;
  readonly description: string | null;
  readonly eventType: string;
  readonly riskLevel: string;
  /** Empty if the rule came from an export file without URLs; such a rule can't be enabled. */
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly headers: string;
  readonly requestBody: string;
  readonly enabled: boolean;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The parts of a rule needed for matching: without its payload template, which may be large. */
export type RuleTarget = Pick<WebhookRule, 'policyId' | 'name' | 'eventType' | 'riskLevel'>;

export interface RuleStore {
  insert(rule: WebhookRule): void;
  count(): { readonly all: number; readonly enabled: number };
  /** Rules in creation order, without deleted ones. */
  list(): WebhookRule[];
  get(policyId: string): WebhookRule | undefined;
  /** Also finds a deleted rule, for its pending deliveries. */
  getForDelivery(policyId: string): WebhookRule | undefined;
  enabledFor(eventType: string): RuleTarget[];
  setEnabled(policyId: string, enabled: boolean, by: string, at: number): void;
  markDeleted(policyId: string, at: number): void;
  clear(): void;
}

type Row = Record<string, SQLOutputValue>;

/** Opens the rules of one tenant; `ruleSchemaSteps` must have run. */
export function createRuleStore(database: DatabaseSync): RuleStore {
  const insert = database.prepare(
    `INSERT INTO analytics_rule (policy_id, name, description, event_type, risk_level, url, method, content_type,
       headers, request_body, enabled, created_by, updated_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const list = database.prepare('SELECT * FROM analytics_rule WHERE deleted_at IS NULL ORDER BY sequence');
  const get = database.prepare('SELECT * FROM analytics_rule WHERE policy_id = ? AND deleted_at IS NULL');
  const getAny = database.prepare('SELECT * FROM analytics_rule WHERE policy_id = ?');
  const enabledFor = database.prepare(
    `SELECT policy_id, name, event_type, risk_level FROM analytics_rule
     WHERE event_type = ? AND enabled = 1 AND deleted_at IS NULL ORDER BY sequence`,
  );
  const count = database.prepare(
    'SELECT COUNT(*) AS rules, SUM(enabled) AS enabled FROM analytics_rule WHERE deleted_at IS NULL',
  );
  const setEnabled = database.prepare(
    'UPDATE analytics_rule SET enabled = ?, updated_by = ?, updated_at = ? WHERE policy_id = ? AND deleted_at IS NULL',
  );
  const markDeleted = database.prepare(
    'UPDATE analytics_rule SET deleted_at = ?, enabled = 0 WHERE policy_id = ?',
  );
  // Each delivery needs its rule twice, and templates are large. Unused rules are pruned elsewhere: nothing
  // requests them.
  const forDelivery = new Map<string, WebhookRule>();
  return {
    insert(rule) {
      insert.run(
        rule.policyId,
        rule.name,
        rule.description,
        rule.eventType,
        rule.riskLevel,
        rule.url,
        rule.method,
        rule.contentType,
        rule.headers,
        rule.requestBody,
        rule.enabled ? 1 : 0,
        rule.createdBy,
        rule.updatedBy,
        rule.createdAt,
        rule.updatedAt,
      );
    },
    list: () => list.all().map(readRule),
    get: (policyId) => readOptional(get.get(policyId)),
    getForDelivery(policyId) {
      const rule = forDelivery.get(policyId) ?? readOptional(getAny.get(policyId));
      if (rule !== undefined) forDelivery.set(policyId, rule);
      return rule;
    },
    count() {
      const row = count.get();
      return { all: Number(row?.['rules'] ?? 0), enabled: Number(row?.['enabled'] ?? 0) };
    },
    enabledFor: (eventType) =>
      enabledFor.all(eventType).map((row) => ({
        policyId: String(row['policy_id']),
        name: String(row['name']),
        eventType: String(row['event_type']),
        riskLevel: String(row['risk_level']),
      })),
    setEnabled(policyId, enabled, by, at) {
      forDelivery.delete(policyId);
      setEnabled.run(enabled ? 1 : 0, by, at, policyId);
    },
    markDeleted(policyId, at) {
      forDelivery.delete(policyId);
      markDeleted.run(at, policyId);
    },
    clear() {
      forDelivery.clear();
      database.exec('DELETE FROM analytics_rule');
    },
  };
}

function readOptional(row: Row | undefined): WebhookRule | undefined {
  return row === undefined ? undefined : readRule(row);
}

function readRule(row: Row): WebhookRule {
  return {
    policyId: String(row['policy_id']),
    name: String(row['name']),
    description: row['description'] === null ? null : String(row['description']),
    eventType: String(row['event_type']),
    riskLevel: String(row['risk_level']),
    url: String(row['url']),
    method: String(row['method']),
    contentType: String(row['content_type']),
    headers: String(row['headers']),
    requestBody: String(row['request_body']),
    enabled: row['enabled'] === 1,
    createdBy: String(row['created_by']),
    updatedBy: String(row['updated_by']),
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
  };
}
