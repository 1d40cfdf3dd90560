import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payloadScope, renderPayload } from '../delivery/payload.ts';
import { sampleEvent } from '../events/sample-event.ts';
import { applySchemaSteps } from '../store/schema-steps.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { analyticsSchemaSteps } from '../analytics/index.ts';
import { parseHeaderText } from './header-text.ts';
import { createRuleStore } from './rule-store.ts';
import { seedRules } from './seed-rules.ts';
import { targetUrlProblem } from './target-url.ts';

describe('seeded webhooks', () => {
  const database = new DatabaseSync(':memory:');
  const context: TenantContext = {
    id: 'sandbox-staging',
    name: 'Sandbox Staging',
    baseUrl: 'http://127.0.0.1:1',
    analyticsUrl: 'http://127.0.0.1:1/analytics/services/v1.0',
    dataFolder: '',
    database,
    settings: { read: () => undefined, write: () => undefined },
    now: () => Date.parse('2026-01-02T03:04:05Z'),
    steadyNow: () => Date.parse('2026-01-02T03:04:05Z'),
    randomBytes: (size) => randomBytes(size),
    verifyAccessToken: async () => undefined,
    hasRight: () => false,
    installation: { keyId: 'none', sign: () => new Uint8Array(), verify: () => false },
  };
  beforeAll(() => {
    applySchemaSteps(database, analyticsSchemaSteps);
    seedRules(context);
  });
  afterAll(() => database.close());

  it('are eight, and none are added to a tenant that has rules', () => {
    seedRules(context);
    expect(createRuleStore(database).list()).toHaveLength(8);
  });

  it('are valid definitions that call example hosts, or are disabled', () => {
    for (const rule of createRuleStore(database).list()) {
      expect(targetUrlProblem(rule.url)).toBeUndefined();
      expect(parseHeaderText(rule.headers).ok).toBe(true);
      if (rule.enabled) expect(new URL(rule.url).hostname).toMatch(/\.example$/);
    }
  });

  it('render to JSON for a sample event of their type', () => {
    for (const rule of createRuleStore(database).list()) {
      const event = sampleEvent(
        { eventType: rule.eventType, riskLevel: 'High', columns: { display_name: 'a "quoted" name' } },
        context.now,
        context.randomBytes,
      );
      const rendered = renderPayload(rule.requestBody, event, payloadScope(context.id));
      if (!rendered.ok) throw new Error(`${rule.name}: ${rendered.message}`);
      expect(() => JSON.parse(rendered.body), rule.name).not.toThrow();
    }
  });
});
