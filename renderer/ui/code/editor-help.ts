import { Prec, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap } from '@codemirror/view';
import type { DefinitionProvider, HoverProvider } from './code-diagnostic.ts';

/** What a name under the pointer means, and the way to where it is defined: F12, or Mod+click. */
export function editorHelp(hover: HoverProvider, define: DefinitionProvider): Extension {
  return [
    hoverTooltip(async (view, offset) => {
      const { doc } = view.state;
      const said = await hover(doc.toString(), offset);
      // What was typed meanwhile moves every offset.
      if (said === undefined || view.state.doc !== doc) return null;
      return {
        pos: said.from,
        end: said.to,
        create: () => ({ dom: helpElement(said.title, said.text, said.example) }),
      };
    }),
    Prec.high(
      keymap.of([
        {
          key: 'F12',
          run: (view) => {
            void goToDefinition(view, define, view.state.selection.main.head);
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
