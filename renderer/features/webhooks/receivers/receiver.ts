/** Webhook settings for a common service, complete except for the URL and values that only its owner knows. */
export interface Receiver {
  readonly id: string;
  readonly name: string;
  /** What the receiver gets, in a short phrase. */
  readonly about: string;
  readonly method: 'POST' | 'PUT';
  /** Empty if every owner has a different URL: a made-up one must not be called. */
  readonly url: string;
  /** Example of such a URL. */
  readonly addressForm: string;
  readonly contentType: string;
  /** Extra headers, one `Name: value` per line; credentials are empty. */
  readonly headers: string;
  readonly requestBody: string;
  /** What to fill in by hand, and where to find it. */
  readonly toFillIn: readonly string[];
}
