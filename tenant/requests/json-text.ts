import { successEnvelope } from './envelope.ts';

/**
 * A Result that is already JSON text, together with the bytes of its envelope, so that a cached response
 * isn't serialized again.
 */
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
