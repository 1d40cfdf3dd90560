/** Why a template is left as it is: a sentence for the author, and the offset of the place. */
export interface FormatRejection {
  readonly rejection: string;
  readonly offset: number;
}

/** Thrown inward. */
export class Unformattable extends Error implements FormatRejection {
  readonly rejection: string;
  readonly offset: number;

  constructor(rejection: string, offset: number) {
    super(rejection);
    this.rejection = rejection;
    this.offset = offset;
  }
}
