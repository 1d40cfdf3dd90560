import type { DeskError, ErrorCode } from '../../contract/errors/errors.ts';

/** Why it is so, as the beginning of a sentence without its end. */
interface Words {
  readonly title: string;
  /** What the person can do. */
  readonly advice: string;
}

const known: Partial<Record<ErrorCode, Words>> = {
  'storage-full': {
    title: 'The disk is full',
    advice: 'Free some space; it is saved as soon as there is room.',
  },
  'storage-unwritable': {
    title: 'The profile folder cannot be written',
    advice: 'Check the disk and its rights; it is saved as soon as that works again.',
  },
  'storage-damaged': {
    title: 'The profile is damaged',
    advice: 'Copy it to somewhere safe, then start Tenant Desk again.',
  },
};

/** Why a draft could not be saved, and what to do; `tag` is the shortest way to say it. */
export function notSavedText(error: DeskError): Words & { readonly tag: string } {
  const words = known[error.code];
  if (words !== undefined) {
    const [first = '', ...rest] = words.title;
    return { ...words, tag: `Not saved: ${first.toLowerCase()}${rest.join('')}` };
  }
  const advice = error.retryable ? 'Retrying automatically.' : '';
  return { title: error.message.replace(/\.$/, ''), advice, tag: `Not saved: ${error.message}` };
}
