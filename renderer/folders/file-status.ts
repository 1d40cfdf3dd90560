import type { LinkedFile, LinkedKind } from '../../contract/changes/linked-folders.ts';
import type { Tone } from '../ui/index.ts';

interface FileStatus {
  readonly tone: Tone;
  /** For a tag. */
  readonly tag: string;
  /** What happened, and what did not. */
  readonly text: string;
  /** Names of the buttons; absent where there is nothing to choose. */
  readonly takeFile?: string;
  readonly takeDesk?: string;
}

export function fileStatus({ file, state, error }: LinkedFile, kind: LinkedKind): FileStatus {
  switch (state) {
    case 'draft':
      return { tone: 'accent', tag: 'draft', text: `${file} was edited, and is the draft.` };
    case 'conflict':
      return {
        tone: 'warn',
        tag: 'conflict',
        text: `$Conflict between file and draft. Neither was overwritten.`,
        takeFile: 'Use file',
        takeDesk: 'Keep the draft',
      };
    case 'differs':
      return {
        tone: 'warn',
        tag: 'differs',
        text: `${file} was edited, and its draft was discarded. The file is as it was edited.`,
        takeFile: 'Import as draft',
        takeDesk: `Write the tenant’s ${kind}`,
      };
    case 'deleted':
      return {
        tone: 'warn',
        tag: 'deleted',
        text: `${file} was removed from the folder. The ${kind} on the tenant stays.`,
        takeDesk: 'Write it again',
      };
    case 'failed':
      return { tone: 'bad', tag: 'failed', text: failedText(file, error?.message) };
  }
}

function failedText(file: string, message: string | undefined): string {
  if (message === undefined) return `${file} cannot be used.`;
  return message.includes(file) ? message : `${file}: ${message}`;
}
