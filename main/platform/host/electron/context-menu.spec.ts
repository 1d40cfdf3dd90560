import type { EditFlags } from 'electron';
import { expect, it } from 'vitest';
import { contextMenuTemplate } from './context-menu.ts';

const none: EditFlags = {
  canUndo: false,
  canRedo: false,
  canCut: false,
  canCopy: false,
  canPaste: false,
  canDelete: false,
  canSelectAll: false,
  canEditRichly: false,
};

const offered = (clicked: Parameters<typeof contextMenuTemplate>[0]) =>
  contextMenuTemplate(clicked).flatMap(({ role, enabled }) => (role === undefined ? [] : [[role, enabled]]));

it('offers text commands in a field', () => {
  const editFlags = { ...none, canPaste: true, canSelectAll: true };
  expect(offered({ isEditable: true, selectionText: '', editFlags })).toEqual([
    ['cut', false],
    ['copy', false],
    ['paste', true],
    ['selectAll', true],
  ]);
});

it('offers in a password field what the page allows: paste, but not copy', () => {
  const editFlags = { ...none, canPaste: true, canSelectAll: true };
  const selected = offered({ isEditable: true, selectionText: 'secret', editFlags });
  expect(selected).toContainEqual(['copy', false]);
  expect(selected).toContainEqual(['paste', true]);
});

it('offers to copy text selected elsewhere', () => {
  const editFlags = { ...none, canCopy: true };
  expect(offered({ isEditable: false, selectionText: 'acme', editFlags })).toEqual([['copy', true]]);
});

it('offers nothing without selected text, for example on a link', () => {
  expect(offered({ isEditable: false, selectionText: ' ', editFlags: none })).toEqual([]);
});
