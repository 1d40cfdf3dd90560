/** A webhook for a service that many use, ready but for its address and what only its owner knows. */
export interface Receiver {
  readonly id: string;
  readonly name: string;
  /** What arrives there, in one sentence. */
  readonly about: string;
  readonly method: 'POST' | 'PUT';
  /** Empty where every owner has an address of their own: a made-up one must not be sent to. */
  readonly url: string;
  /** What such an address looks like. */
  readonly addressForm: string;
  readonly contentType: string;
  /** Extra headers, one `Name: value` a line; a credential is left empty. */
  readonly headers: string;
  readonly requestBody: string;
  /** What has to be filled in by hand, and where it is found. */
  readonly toFillIn: readonly string[];
}
