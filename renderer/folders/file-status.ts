import type { LinkedFile, LinkedKind } from '../../contract/changes/linked-folders.ts';
import type { Tone } from '../ui/index.ts';

interface FileStatus {
  readonly tone: Tone;
  /** Label of the tag. */
  readonly tag: string;
  /** What happened, and what did not. */
  readonly text: string;
  /** Button labels; absent if there is nothing to choose. */
  readonly takeFile?: string;
  readonly takeDesk?: string;
}

export function fileStatus({ file, state, error }: LinkedFile, kind: LinkedKind): FileStatus {
  switch (state) {
    case 'draft':
      return { tone: 'accent', tag: 'draft', text: `${file} was edited and imported as the draft.` };
    case 'conflict':
      return {
        tone: 'warn',
        tag: 'conflict',
        text: `Conflict between ${file} and the draft. Neither was overwritten.`,
        takeFile: 'Use file',
        takeDesk: 'Keep draft',
      };
    case 'differs':
      return {
        tone: 'warn',
        tag: 'differs',
        text: `${file} was edited, and its draft was discarded. The file still has the edits.`,
        takeFile: 'Import as draft',
        takeDesk: `Write the tenant’s ${kind}`,
      };
    case 'deleted':
      return {
        tone: 'warn',
        tag: 'deleted',
        text: `${file} was removed from the folder. The ${kind} on the tenant is unchanged.`,
        takeDesk: 'Recreate file',
      };
    case 'failed':
      return { tone: 'bad', tag: 'failed', text: failedText(file, error?.message) };
  }
}

function failedText(file: string, message: string | undefined): string {
  if (message === undefined) return `${file} couldn’t be used.`;
  return message.includes(file) ? message : `${file}: ${message}`;
}
