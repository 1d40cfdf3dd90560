import { Prec, type Extension, type Text } from '@codemirror/state';
import { activateHover, closeHoverTooltip, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { Tooltip } from '@codemirror/view';
import { boundKeymap } from './bound-keymap.ts';
import type { CodeHover, DefinitionProvider, HoverProvider } from './code-diagnostic.ts';

/**
 * Documentation of the name under the pointer, or with Shift+F1 of the one at the cursor, and go to definition: F12,
 * or Mod+click.
 */
export function editorHelp(hover: HoverProvider, define: DefinitionProvider): Extension {
  /** Documentation requested by key: its tooltip must open at once, since a delayed one is closed by any update. */
  let shown: { readonly doc: Text; readonly offset: number; readonly info: CodeHover } | undefined;
  const help = hoverTooltip((view, offset) => {
    const { doc } = view.state;
    if (shown?.doc === doc && shown.offset === offset) return tooltipOf(shown.info);
    return Promise.resolve(hover(doc.toString(), offset)).then((info) =>
      // Typing in the meantime moves every offset.
      info === undefined || view.state.doc !== doc ? null : tooltipOf(info),
    );
  });

  async function announceAtCursor(view: EditorView): Promise<void> {
    const { doc, selection } = view.state;
    const offset = selection.main.head;
    const info = await hover(doc.toString(), offset);
    if (info === undefined || view.state.doc !== doc) return;
    shown = { doc, offset, info };
    activateHover(view, offset, -1, {
      tooltip: help,
      until: ({ docChanged, selection: moved }) => docChanged || moved !== undefined,
    });
    shown = undefined;
    // Announced to screen readers.
    view.dispatch({ effects: EditorView.announce.of(`${info.title}. ${info.text}`) });
  }

  return [
    help,
    Prec.high(
      boundKeymap({
        F12: (view) => {
          void goToDefinition(view, define, view.state.selection.main.head);
          return true;
        },
        'Shift+F1': (view) => {
          void announceAtCursor(view);
          return true;
        },
      }),
    ),
    Prec.high(
      keymap.of([
        {
          key: 'Escape',
          run(view) {
            if (view.state.field(help.active).length === 0) return false;
            view.dispatch({ effects: closeHoverTooltip(help) });
            return true;
          },
        },
      ]),
    ),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || offset === null) return false;
        void goToDefinition(view, define, offset);
        return true;
      },
    }),
  ];
}

const tooltipOf = (help: CodeHover): Tooltip => ({
  pos: help.from,
  end: help.to,
  create: () => ({ dom: helpElement(help.title, help.text, help.example) }),
});

async function goToDefinition(view: EditorView, define: DefinitionProvider, offset: number): Promise<void> {
  const text = view.state.doc;
  const found = await define(text.toString(), offset);
  // Typing in the meantime moves every offset.
  if (found === undefined || view.state.doc !== text) return;
  view.dispatch({ selection: { anchor: found }, effects: EditorView.scrollIntoView(found, { y: 'center' }) });
}

function helpElement(title: string, text: string, example: string | undefined): HTMLElement {
  const help = document.createElement('div');
  help.className = 'cm-help';
  const pieces: [string, string][] = [
    ['code', title],
    ['p', text],
  ];
  if (example !== undefined && example !== '') pieces.push(['pre', example]);
  for (const [tag, content] of pieces) {
    const element = document.createElement(tag);
    element.textContent = content;
    help.append(element);
  }
  return help;
}
