import { Prec, type Extension } from '@codemirror/state';
import { activateHover, closeHoverTooltip, EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { DefinitionProvider, HoverProvider } from './code-diagnostic.ts';

/** What a name under the pointer means, or by Shift+F1 the one at the cursor, and the way to where it is defined: F12, or Mod+click. */
export function editorHelp(hover: HoverProvider, define: DefinitionProvider): Extension {
  const help = hoverTooltip(async (view, offset) => {
    const { doc } = view.state;
    const said = await hover(doc.toString(), offset);
    // What was typed meanwhile moves every offset.
    if (said === undefined || view.state.doc !== doc) return null;
    return {
      pos: said.from,
      end: said.to,
      create: () => ({ dom: helpElement(said.title, said.text, said.example) }),
    };
  });
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
            void announceHelp(view, hover);
            activateHover(view, view.state.selection.main.head, -1, {
              tooltip: help,
              until: ({ docChanged, selection }) => docChanged || selection !== undefined,
            });
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

/** Who does not see the tooltip hears it. */
async function announceHelp(view: EditorView, hover: HoverProvider): Promise<void> {
  const { doc, selection } = view.state;
  const said = await hover(doc.toString(), selection.main.head);
  if (said === undefined || view.state.doc !== doc) return;
  view.dispatch({ effects: EditorView.announce.of(`${said.title}. ${said.text}`) });
}

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
