import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap, nextDiagnostic, previousDiagnostic, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  runScopeHandlers,
} from '@codemirror/view';
import { characterName } from '../../../languages/text/character-names.ts';
import { hiddenAlways } from '../../../languages/text/hidden-characters.ts';
import { boundKeymap } from './bound-keymap.ts';
import type { CodeDiagnostic, CompletionProvider } from './code-diagnostic.ts';
import { highlighterOf, languageSupport, type CodeLanguage } from './code-language.ts';
import { cursorBlink } from './cursor-blink.ts';
import { editorTheme } from './editor-theme.ts';
import { highlightVisible } from './highlight-visible.ts';

// Mod+Enter belongs to the view (Run, Review changes); the editor's default inserts an empty line.
const editingKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

// On macOS the library takes characters that Option types: a backtick on Italian keyboards, for example.
const completionKeys = completionKeymap.filter(({ mac }) => mac === undefined || !mac.startsWith('Alt-'));

/** The library's phrases in the product's terms and sentence case. */
const panelPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
};

/** An invisible character, drawn as in the rest of the interface. */
function hiddenMark(codePoint: number): HTMLElement {
  const { label, name } = characterName(codePoint);
  const mark = document.createElement('span');
  mark.className = 'hidden-mark';
  mark.title = name;
  mark.setAttribute('aria-label', name);
  mark.setAttribute('role', 'img');
  mark.textContent = label;
  return mark;
}

/** The library's shortcuts with Caps Lock, for which it compares upper-case letters. */
const keysWithCapsLock = Prec.highest(
  EditorView.domEventHandlers({
    keydown(event, view) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, code } = event;
      if (shiftKey || !(ctrlKey || metaKey) || !/^[A-Z]$/.test(key)) return false;
      const plain = { key: key.toLowerCase(), code, ctrlKey, metaKey, altKey };
      return runScopeHandlers(view, new KeyboardEvent('keydown', plain), 'editor');
    },
  }),
);

/** Extensions of every editor. */
export function editorBasics(): Extension {
  return [
    keysWithCapsLock,
    highlightActiveLine(),
    highlightSpecialChars({ specialChars: hiddenAlways, render: hiddenMark }),
    history(),
    drawSelection(),
    cursorBlink(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches({ minSelectionLength: 3 }),
    search({ top: true }),
    EditorState.phrases.of(panelPhrases),
    keymap.of([
      ...closeBracketsKeymap,
      ...editingKeys,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeys,
      ...lintKeymap.filter(({ key }) => key !== 'F8'),
      indentWithTab,
    ]),
    boundKeymap({ F8: nextDiagnostic, 'Shift+F8': previousDiagnostic }),
    editorTheme,
  ];
}

/** The line numbers. */
export function editorGutter(): Extension {
  return [lineNumbers(), highlightActiveLineGutter()];
}

/** Highlighting and indentation of a language. */
export function editorLanguage(language: CodeLanguage): Extension {
  return [languageSupport(language), highlightVisible(highlighterOf(language))];
}

/** Completion from the view's own source. */
export function editorCompletion(provider: CompletionProvider | undefined): Extension {
  if (provider === undefined) return autocompletion({ override: [] });
  const source: CompletionSource = async (context) => {
    const result = await provider({
      text: context.state.doc.toString(),
      position: context.pos,
      explicit: context.explicit,
    });
    if (result === undefined || context.aborted) return null;
    return {
      from: result.from,
      options: result.options.map(({ label, detail, info, insert, boost }) => ({
        label,
        ...(detail === undefined ? {} : { detail }),
        ...(info === undefined ? {} : { info }),
        ...(insert === undefined ? {} : { apply: insert }),
        ...(boost === undefined ? {} : { boost }),
      })),
      validFor: /^[\w$]*$/,
    };
  };
  return [autocompletion({ icons: false, override: [source] }), noLateCompletion];
}

/**
 * The library closes a completion list when the editor loses the focus; a pending one would open over whatever comes
 * next.
 */
const noLateCompletion = EditorView.domEventHandlers({
  blur: (_event, view) => {
    if (completionStatus(view.state) === 'pending') closeCompletion(view);
  },
});

/** The view's diagnostics in the editor's format, clamped to the text (they may be of an earlier version of it). */
export function editorDiagnostics(diagnostics: readonly CodeDiagnostic[], length: number): Diagnostic[] {
  return diagnostics
    .filter(({ from }) => from <= length)
    .map(({ from, to, severity, message, fix }) => ({
      from,
      to: Math.min(Math.max(to, from), length),
      severity,
      message,
      ...(fix === undefined
        ? {}
        : {
            actions: [
              {
                name: fix.label,
                apply: (view: EditorView) =>
                  view.dispatch({
                    changes: { from: fix.from, to: fix.to, insert: fix.insert },
                    annotations: isolateHistory.of('full'),
                  }),
              },
            ],
          }),
    }));
}
