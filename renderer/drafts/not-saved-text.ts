import type { DeskError, ErrorCode } from '../../contract/errors/errors.ts';

/** The reason as the beginning of a sentence, without a period. */
interface Reason {
  readonly title: string;
  /** What the user can do. */
  readonly advice: string;
}

const known: Partial<Record<ErrorCode, Reason>> = {
  'storage-full': {
    title: 'The disk is full',
    advice: 'Free some space; it then saves automatically.',
  },
  'storage-unwritable': {
    title: 'The profile folder isn’t writable',
    advice: 'Check the disk and its permissions; it then saves automatically.',
  },
  'storage-damaged': {
    title: 'The profile is damaged',
    advice: 'Back up the profile folder, then restart Tenant Desk.',
  },
};

/** Why a draft could not be saved, and what to do; `tag` is the short form. */
export function notSavedText(error: DeskError): Reason & { readonly tag: string } {
  const reason = known[error.code];
  if (reason !== undefined) {
    const [first = '', ...rest] = reason.title;
    return { ...reason, tag: `Not saved: ${first.toLowerCase()}${rest.join('')}` };
  }
  const advice = error.retryable ? 'Retrying automatically.' : '';
  return { title: error.message.replace(/\.$/, ''), advice, tag: `Not saved: ${error.message}` };
}
