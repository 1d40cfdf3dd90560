import { describe, expect, it } from 'vitest';
import { exceedsRiskLevel } from './risk-level.ts';

describe('risk level exceeded', () => {
  const levels = ['Low', 'Medium', 'High'];

  it('lets a rule fire for its own level and every level above, and for none below', () => {
    for (const [alertRank, alert] of levels.entries()) {
      for (const [ruleRank, rule] of levels.entries()) {
        expect(exceedsRiskLevel(alert, rule), `${alert} against ${rule}`).toBe(alertRank >= ruleRank);
      }
    }
  });

  it('ignores case and surrounding spaces', () => {
    expect(exceedsRiskLevel(' HIGH', 'medium')).toBe(true);
  });

  it('treats an unknown level as above Low and equal to itself only', () => {
    expect(exceedsRiskLevel('Critical', 'Low')).toBe(true);
    expect(exceedsRiskLevel('Critical', 'critical')).toBe(true);
    expect(exceedsRiskLevel('Critical', 'High')).toBe(false);
    expect(exceedsRiskLevel('High', 'Critical')).toBe(false);
  });
});
