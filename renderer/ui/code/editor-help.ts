import { Prec, type Extension, type Text } from '@codemirror/state';
import { activateHover, closeHoverTooltip, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { Tooltip } from '@codemirror/view';
import type { CodeHover, DefinitionProvider, HoverProvider } from './code-diagnostic.ts';

/** What a name under the pointer means, or by Shift+F1 the one at the cursor, and the way to where it is defined: F12, or Mod+click. */
export function editorHelp(hover: HoverProvider, define: DefinitionProvider): Extension {
  /** What was said by key: the tooltip must open with it at once, for whatever is drawn meanwhile closes one that waits. */
  let told: { readonly doc: Text; readonly offset: number; readonly said: CodeHover } | undefined;
  const help = hoverTooltip((view, offset) => {
    const { doc } = view.state;
    if (told?.doc === doc && told.offset === offset) return tooltipOf(told.said);
    return Promise.resolve(hover(doc.toString(), offset)).then((said) =>
      // What was typed meanwhile moves every offset.
      said === undefined || view.state.doc !== doc ? null : tooltipOf(said),
    );
  });

  async function announceAtCursor(view: EditorView): Promise<void> {
    const { doc, selection } = view.state;
    const offset = selection.main.head;
    const said = await hover(doc.toString(), offset);
    if (said === undefined || view.state.doc !== doc) return;
    told = { doc, offset, said };
    activateHover(view, offset, -1, {
      tooltip: help,
      until: ({ docChanged, selection: moved }) => docChanged || moved !== undefined,
    });
    told = undefined;
    // Who does not see the tooltip hears it.
    view.dispatch({ effects: EditorView.announce.of(`${said.title}. ${said.text}`) });
  }

  return [
    help,
    Prec.high(
      keymap.of([
        {
          key: 'F12',
          run: (view) => {
            void goToDefinition(view, define, view.state.selection.main.head);
            return true;
          },
        },
        {
          key: 'Shift-F1',
          run(view) {
            void announceAtCursor(view);
            return true;
          },
        },
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

const tooltipOf = (said: CodeHover): Tooltip => ({
  pos: said.from,
  end: said.to,
  create: () => ({ dom: helpElement(said.title, said.text, said.example) }),
});

async function goToDefinition(view: EditorView, define: DefinitionProvider, offset: number): Promise<void> {
  const text = view.state.doc;
  const found = await define(text.toString(), offset);
  // What was typed meanwhile moves every offset.
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
