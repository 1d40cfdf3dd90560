import type { BrowserWindow, ContextMenuParams, Menu, MenuItemConstructorOptions } from 'electron';

type Clicked = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'selectionText'>;

/** Commands for the clicked text; empty if there is none, including links. */
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

/** Shows the menu. The page handles clicks itself where it has its own menu, on rows and cells. */
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
