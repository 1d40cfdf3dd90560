import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron';

type Clicked = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'selectionText'>;

/** What can be done with the text that was clicked on: nothing where there is none, links included. */
export function contextMenuTemplate(clicked: Clicked): MenuItemConstructorOptions[] {
  const { editFlags } = clicked;
  if (clicked.isEditable) {
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  }
  return clicked.selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: editFlags.canCopy }];
}

/** Offers it. Where the page has a menu of its own, on rows and cells, it keeps the click to itself. */
export function offerContextMenu(
  window: BrowserWindow,
  build: (template: MenuItemConstructorOptions[]) => Pick<Menu, 'popup'>,
): void {
  window.webContents.on('context-menu', (_event, clicked) => {
    const template = contextMenuTemplate(clicked);
    if (template.length === 0) return;
    build(template).popup({ window, sourceType: clicked.menuSourceType });
  });
}
