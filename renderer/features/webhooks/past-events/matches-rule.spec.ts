import { expect, it } from 'vitest';
import { matchesRule } from './matches-rule.ts';

const alert = (riskLevel: string | null) => ({ type: 'SecurityAlert', riskLevel });
const rule = (riskLevel: string, eventType = 'SecurityAlert') => ({ eventType, riskLevel });

it('matches events of its type, and alerts of its level and above', () => {
  const levels = ['Low', 'Medium', 'High'];
  for (const [one, level] of levels.entries()) {
    for (const [other, least] of levels.entries()) {
      expect(matchesRule(alert(level), rule(least)), `${level} against ${least}`).toBe(one >= other);
    }
  }
  expect(matchesRule(alert('High'), rule('Low', 'Cloud.Core.Login'))).toBe(false);
  expect(matchesRule({ type: 'Cloud.Core.Login', riskLevel: null }, rule('High', 'Cloud.Core.Login'))).toBe(
    true,
  );
});

it('treats an unknown level as above the lowest only, and a missing level as none', () => {
  expect(matchesRule(alert('Critical'), rule('Low'))).toBe(true);
  expect(matchesRule(alert('Critical'), rule('critical'))).toBe(true);
  expect(matchesRule(alert('Critical'), rule('High'))).toBe(false);
  expect(matchesRule(alert('High'), rule('Critical'))).toBe(false);
  expect(matchesRule(alert(null), rule('Low'))).toBe(false);
  expect(matchesRule(alert(null), rule(''))).toBe(true);
});
