import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { rawNames } from './raw-names.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Templates that show our own text under such a name, and why it is ours. */
const ours: Readonly<Record<string, string>> = {
  'renderer/app/Rail.svelte {folded ? name : undefined}': 'the names of views',
  'renderer/ui/text/MarkedPieces.svelte {segment.name}': 'the name of a mark',
  'renderer/ui/overlay/CommandPalette.svelte {name}': 'the groups of commands',
  'renderer/features/settings/keyboard/ShortcutRow.svelte {message}': 'why keys are rejected',
  'renderer/ui/overlay/ShortcutSheet.svelte {group.title}': 'the groups of shortcuts',
};

describe('names of tenants, files and people', () => {
  it.each([
    ['<p>{tenant.name}</p>', '{tenant.name}'],
    ['<p>Delete {webhook?.name ?? "it"}?</p>', '{webhook?.name ?? "it"}'],
    ['{#if a}<b>{a ? `Edit ${role.displayName}` : ""}</b>{/if}', '{a ? `Edit ${role.displayName}` : ""}'],
    ['{#each all as { url }}<li>{url.toLowerCase()}</li>{/each}', '{url.toLowerCase()}'],
    ['<b title={user.email}></b>', '{user.email}'],
    ['<Button aria-label="Undo: {planTitle(plan)}" />', '{planTitle(plan)}'],
    ['{#snippet tags()}<i>{hostOf(it)}</i>{/snippet}', '{hostOf(it)}'],
  ])('are found if a template shows them raw: %s', (template, expression) => {
    expect(rawNames(template)).toMatchObject([{ expression }]);
  });

  it.each([
    '<VisibleText text={tenant.name} />',
    '<b title={visibleText(tenant.name)}></b>',
    '<Dialog title={tenant.name} />',
    '<p>{names.length}</p>',
    '<a href={site.url}>Open</a>',
  ])('are not found in %s', (template) => {
    expect(rawNames(template)).toEqual([]);
  });

  it('are shown with marks for invisible characters', () => {
    const files = globSync(
      'renderer/{app,bridge,drafts,features,folders,jobs,lists,offline,results,review,state,tenant,ui,versions}/**/*.svelte',
      { cwd: root },
    );
    const raw = files.flatMap((file) =>
      rawNames(readFileSync(root + file, 'utf8')).map(({ line, expression }) => ({ file, line, expression })),
    );
    const isOurs = ({ file, expression }: { readonly file: string; readonly expression: string }): boolean =>
      Object.hasOwn(ours, `${file} ${expression}`);
    expect(
      raw.filter((one) => !isOurs(one)).map(({ file, line, expression }) => `${file}:${line} ${expression}`),
    ).toEqual([]);
    const used = new Set(raw.map(({ file, expression }) => `${file} ${expression}`));
    expect(Object.keys(ours).filter((one) => !used.has(one))).toEqual([]);
  });
});
