import { describe, expect, it } from 'vitest';
import { matchesRule } from './event-matching.ts';

describe('matching events to rules', () => {
  it('invokes no rule of another event type', () => {
    expect(
      matchesRule(
        { eventType: 'SecurityAlert', riskLevel: 'High' },
        { eventType: 'Cloud.Core.Login', riskLevel: 'Low' },
      ),
    ).toBe(false);
  });

  it('invokes a rule for an alert of the same level or above', () => {
    const rule = { eventType: 'SecurityAlert', riskLevel: 'Medium' };
    expect(matchesRule({ eventType: 'SecurityAlert', riskLevel: 'Low' }, rule)).toBe(false);
    expect(matchesRule({ eventType: 'SecurityAlert', riskLevel: 'Medium' }, rule)).toBe(true);
    expect(matchesRule({ eventType: 'SecurityAlert', riskLevel: 'High' }, rule)).toBe(true);
  });

  it('invokes a rule for a server event regardless of the rule’s level', () => {
    const rule = { eventType: 'Analytics.Server.AdaptiveSessionRecording', riskLevel: 'High' };
    expect(
      matchesRule({ eventType: 'Analytics.Server.AdaptiveSessionRecording', riskLevel: null }, rule),
    ).toBe(true);
  });
});
