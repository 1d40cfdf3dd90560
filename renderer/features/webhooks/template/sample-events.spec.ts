import { expect, it } from 'vitest';
import { ownColumns, sampleWith } from './sample-events.ts';

it("shows user-defined variables in a sample, but doesn't send them as event columns", () => {
  const variable = { type: 'STRING' };
  const sample = sampleWith([
    { ...variable, path: 'event.team' },
    { ...variable, path: 'organization.site' },
    { ...variable, path: 'system.domain' },
  ]);
  expect(sample.columns).toMatchObject({ team: 'text', 'organization.site': 'text' });
  const sent = Object.keys(ownColumns(sample));
  expect(sent).toContain('team');
  expect(sent).toContain('user_name');
  expect(sent.filter((name) => name.includes('.'))).toEqual([]);
});
