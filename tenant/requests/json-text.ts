import { successEnvelope } from './envelope.ts';

/** A Result that is JSON text already, together with the bytes of its envelope, so that an answer from a cache costs no work twice. */
export class JsonText {
  readonly text: string;
  #envelope: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
  }

  envelope(): Buffer {
    this.#envelope ??= Buffer.from(successEnvelope(this.text));
    return this.#envelope;
  }
}
