import { describe, expect, it } from 'vitest';
import { drawIcon } from './icons.ts';
import { categories, templates } from './templates.ts';

describe('the catalog', () => {
  it('has 200 templates in 20 categories, each with a unique ID', () => {
    expect(templates.length).toBeGreaterThanOrEqual(200);
    expect(categories).toHaveLength(20);
    expect(new Set(templates.map((template) => template.id)).size).toBe(templates.length);
    expect(new Set(templates.map((template) => template.icon.toLowerCase())).size).toBe(templates.length);
  });
});

describe('an icon', () => {
  it('is the same for the same name and different for different names', () => {
    expect(drawIcon('Salesforce')).toBe(drawIcon('Salesforce'));
    expect(drawIcon('Salesforce')).not.toBe(drawIcon('Slack'));
  });

  it('shows the initials, and escapes the name', () => {
    expect(drawIcon('Google Workspace')).toContain('>GW</text>');
    expect(drawIcon('<script>"&')).not.toContain('<script>');
    expect(drawIcon('')).toContain('>?</text>');
  });
});
