/** Why a template is left as it is: a sentence for the author, and the offset of the place. */
export interface FormatRefusal {
  readonly refusal: string;
  readonly offset: number;
}

/** Thrown inward. */
export class Unformattable extends Error implements FormatRefusal {
  readonly refusal: string;
  readonly offset: number;

  constructor(refusal: string, offset: number) {
    super(refusal);
    this.refusal = refusal;
    this.offset = offset;
  }
}
