/** Uses that are right as they are. At most 30, each with the reason. */
export interface Ignored {
  readonly path: RegExp;
  readonly term: string;
  readonly reason: string;
}

export const ignored: readonly Ignored[] = [
  {
    path: /(^|\/)freemarker\//,
    term: 'long error',
    reason: 'Messages of FreeMarker, word by word: templates are compared with the original by them.',
  },
  {
    path: /^tenant\/query\/read-policy\.ts$|^contract\/errors\/desk-error-schema\.ts$/,
    term: 'British spelling',
    reason: 'A table of existing databases, and codes of errors in records of earlier versions.',
  },
];
