import { describe, expect, it } from 'vitest';
import { payloadScope, renderPayload } from './payload.ts';

const EVENT = {
  columns: {
    user_name: 'Zoë "O\'Brien"',
    event_time: Date.parse('2023-11-14T22:13:00Z'),
    intel_risk_level: 'High',
    app_type: 'saml',
    reason: null,
  },
};
const SCOPE = payloadScope('sandbox-staging');
const bodyOf = (template: string): string => {
  const rendered = renderPayload(template, EVENT, SCOPE);
  if (!rendered.ok) throw new Error(rendered.message);
  return rendered.body;
};
const failureOf = (template: string): string => {
  const rendered = renderPayload(template, EVENT, SCOPE);
  if (rendered.ok) throw new Error('The template was rendered.');
  return rendered.message;
};

describe('payload', () => {
  it('exposes event columns under event and at top level, and the system variables', () => {
    expect(bodyOf('${event.app_type?cap_first} ${intel_risk_level} ${event_time?c}')).toBe(
      'Saml High 1699999980000',
    );
    expect(bodyOf('${system.domain} ${system.podscape} ${tenant_id}')).toBe(
      'sandbox-staging.analytics.example sandbox sandbox-staging',
    );
  });

  it('exposes variables defined by admins, without overriding the platform’s own', () => {
    const scope = payloadScope('sandbox-staging', {
      organization: { site: 'Oslo', severity_threshold: 3 },
      event: { user_name: 'nobody' },
    });
    const template = '${organization.site} ${organization.severity_threshold + 1} ${event.user_name}';
    expect(renderPayload(template, EVENT, scope)).toEqual({ ok: true, body: 'Oslo 4 Zoë "O\'Brien"' });
  });

  it('starts with fresh variables each time, although the template is parsed once', () => {
    const template = '<#assign n = (n!0) + 1>${n} ${event.app_type}';
    expect([bodyOf(template), bodyOf(template)]).toEqual(['1 saml', '1 saml']);
    const failing = '${event.no_such}';
    expect(failureOf(failing)).toBe(failureOf(failing));
    expect(failureOf('<#if')).toBe(failureOf('<#if'));
  });

  it('offers the two date functions as documented', () => {
    expect(bodyOf("${utils.number_to_datetime_timezone(event_time, 'Europe/Berlin')}")).toBe(
      'Nov 14, 2023 11:13 PM, CET',
    );
    expect(bodyOf('${utils.number_to_datetime_utc(event_time)}')).toBe('Nov 14, 2023 10:13 PM, UTC');
  });

  it('supports directives and JSON escapes', () => {
    const template =
      '{"u": "${event.user_name?json_string}"<#if intel_risk_level == "High">, "hot": true</#if>}';
    expect(JSON.parse(bodyOf(template))).toEqual({ u: 'Zoë "O\'Brien"', hot: true });
  });

  it('reports where a template failed', () => {
    expect(failureOf('{\n  "r": "${event.reason}"\n}')).toMatch(
      /^Couldn't render the payload\. Line 2, column \d+:/,
    );
    expect(failureOf('{\n${event.no_such}}')).toContain('no_such');
    expect(failureOf('<#if x>')).toMatch(/Line 1/);
  });

  it('applies the default for a column without a value', () => {
    expect(bodyOf('${event.reason!"none"} ${(event.other.deep)!"-"}')).toBe('none -');
  });

  it.each([
    ['an endless loop', '<#list 1.. as x></#list>'],
    ['endless recursion', '<#macro m><@m/></#macro><@m/>'],
    ['a doubling string', '<#assign s = "xxxxxxxx"><#list 1..60 as i><#assign s = s + s></#list>'],
  ])('stops %s in time', (_what, template) => {
    const started = performance.now();
    expect(failureOf(template)).toMatch(/^Couldn't render the payload/);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('can reach only its variables', () => {
    for (const name of ['constructor', '__proto__', 'event.constructor', 'process', 'globalThis']) {
      expect(bodyOf(`\${(${name}??)?c}`)).toBe('false');
    }
  });
});
