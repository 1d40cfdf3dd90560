import { isolateHistory } from '@codemirror/commands';
import { Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import { type EditorView, keymap, showTooltip, type Tooltip, type TooltipView } from '@codemirror/view';
import { plural } from '../../../languages/text/intl.ts';
import { boundKeymap } from './bound-keymap.ts';
import type { CodeRenaming, RenamableName } from './code-diagnostic.ts';

const show = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, transaction) {
    for (const effect of transaction.effects) if (effect.is(show)) return effect.value;
    // Typing in the editor or moving elsewhere closes it.
    return transaction.docChanged || transaction.selection !== undefined ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/** The shortcut F2 asks for a new name of what is at the cursor, and changes every occurrence as one undo step. */
export function renameField(renaming: () => CodeRenaming | undefined): Extension {
  return [
    shown,
    Prec.high(
      boundKeymap({
        F2: (view) => {
          const provider = renaming();
          if (provider === undefined || view.state.readOnly) return false;
          void begin(view, provider);
          return true;
        },
      }),
    ),
    Prec.high(
      keymap.of([
        {
          key: 'Escape',
          run(view) {
            if (view.state.field(shown) === null) return false;
            close(view);
            return true;
          },
        },
      ]),
    ),
  ];
}

async function begin(view: EditorView, renaming: CodeRenaming): Promise<void> {
  const { doc, selection } = view.state;
  const offset = selection.main.head;
  const found = await renaming.find(doc.toString(), offset);
  // Typing in the meantime moves every offset.
  if (view.state.doc !== doc) return;
  const isRejected = 'rejection' in found;
  const tooltip: Tooltip = {
    pos: isRejected ? offset : found.from,
    create: () =>
      isRejected ? { dom: rejectionElement(found.rejection) } : form(view, renaming, found, offset),
  };
  view.dispatch({ effects: show.of(tooltip) });
}

function close(view: EditorView): void {
  view.dispatch({ effects: show.of(null) });
  view.focus();
}

function rejectionElement(reason: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-rename';
  element.append(alertElement(reason));
  return element;
}

function alertElement(text: string): HTMLElement {
  const element = document.createElement('p');
  element.setAttribute('role', 'alert');
  element.textContent = text;
  return element;
}

function form(
  view: EditorView,
  renaming: CodeRenaming,
  { name, places }: RenamableName,
  offset: number,
): TooltipView {
  const element = document.createElement('form');
  element.className = 'cm-rename';
  const label = document.createElement('label');
  label.textContent = `Rename ${name} in ${plural(places, { one: 'one place', other: `${places} places` })}`;
  const input = document.createElement('input');
  input.value = name;
  input.spellcheck = false;
  input.autocomplete = 'off';
  label.append(input);
  const rejected = alertElement('');
  element.append(label, rejected);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    void apply(view, renaming, offset, input.value).then((why) => {
      rejected.textContent = why ?? '';
      input.toggleAttribute('aria-invalid', why !== undefined);
    });
  });
  element.addEventListener('keydown', (event) => {
    // The window's shortcuts are not meant: Escape closes this field only.
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close(view);
    }
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !element.contains(relatedTarget))
      view.dispatch({ effects: show.of(null) });
  });
  return { dom: element, mount: () => input.select() };
}

/** Returns why it was not done. */
async function apply(
  view: EditorView,
  renaming: CodeRenaming,
  offset: number,
  to: string,
): Promise<string | undefined> {
  const { doc } = view.state;
  const result = await renaming.rename(doc.toString(), offset, to);
  if ('rejection' in result) return result.rejection;
  if (view.state.doc !== doc) return 'The text changed. Try again.';
  view.dispatch({
    changes: result.edits.map(({ from, to: end, insert }) => ({ from, to: end, insert })),
    annotations: isolateHistory.of('full'),
    effects: show.of(null),
  });
  view.focus();
  return undefined;
}
