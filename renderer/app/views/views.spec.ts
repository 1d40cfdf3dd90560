import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { globalViewIds, tenantViewIds } from '../../../contract/links/view-ids.ts';
import { globalViews, tenantViews, views } from './views.ts';

describe('the table of views', () => {
  it('gives every view a unique name, address and shortcut', () => {
    for (const part of ['id', 'name', 'shortcut'] as const)
      expect(new Set(views.map((view) => view[part])).size, part).toBe(views.length);
  });

  it('has an entry for every ID in addresses, and for no other', () => {
    expect(tenantViews.map(({ id }) => id).toSorted()).toEqual(tenantViewIds.toSorted());
    expect(globalViews.map(({ id }) => id).toSorted()).toEqual(globalViewIds.toSorted());
  });

  it('opens a view with g and one letter', () => {
    expect(views.filter(({ shortcut }) => !/^g [a-z]$/.test(shortcut))).toEqual([]);
  });

  it('names every view like its folder', () => {
    const folders = views.map(({ id }) => fileURLToPath(new URL(`../../features/${id}`, import.meta.url)));
    expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
  });

  it('uses no former name that is in use', () => {
    const ids = views.map(({ id }) => String(id));
    expect(views.filter(({ formerId }) => formerId !== undefined && ids.includes(formerId))).toEqual([]);
  });
});
