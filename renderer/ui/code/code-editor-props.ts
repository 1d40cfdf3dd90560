import type {
  CodeDiagnostic,
  CodeRenaming,
  CompletionProvider,
  DefinitionProvider,
  HoverProvider,
} from './code-diagnostic.ts';
import type { DocumentKey } from '../history/editor-histories.ts';
import type { LineNote } from './line-notes.ts';
import type { LineValue } from './line-values.ts';
import type { CodeLanguage } from './code-language.ts';

/** Language features that a parent provides for the text. */
export type CodeEditorHelp = Pick<CodeEditorProps, 'complete' | 'hover' | 'define' | 'renaming'>;

/** Props of a code editor; described in CodeEditor.svelte. */
export interface CodeEditorProps {
  value?: string | undefined;
  ariaLabel: string;
  language?: CodeLanguage | undefined;
  readOnly?: boolean | undefined;
  wrap?: boolean | undefined;
  lineNumbers?: boolean | undefined;
  placeholder?: string | undefined;
  diagnostics?: readonly CodeDiagnostic[] | undefined;
  notes?: readonly LineNote[] | undefined;
  values?: readonly LineValue[] | undefined;
  complete?: CompletionProvider | undefined;
  hover?: HoverProvider | undefined;
  define?: DefinitionProvider | undefined;
  renaming?: CodeRenaming | undefined;
  onchange?: ((value: string) => void) | undefined;
  ontyping?: ((value: string) => void) | undefined;
  onrun?: ((text: string) => void) | undefined;
  oncursor?: ((offset: number) => void) | undefined;
  autofocus?: boolean | undefined;
  startAt?: number | undefined;
  marked?: readonly number[] | undefined;
  documentKey?: DocumentKey | undefined;
}
