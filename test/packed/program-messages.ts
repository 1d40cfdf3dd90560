/** Requests to the program's process. They are passed by V8's structured clone, like Electron's messages. */
export type ProgramCall =
  /** A file that the page requests, by its `app:` URL. */
  | { readonly kind: 'request'; readonly url: string; readonly method: string }
  | { readonly kind: 'invoke'; readonly channel: string; readonly message: unknown }
  | { readonly kind: 'send'; readonly channel: string; readonly message: unknown }
  /** The page is loaded anew. */
  | { readonly kind: 'reload' }
  /** What the person chooses in the next dialogs. */
  | { readonly kind: 'choose-file'; readonly path: string }
  | { readonly kind: 'choose-place'; readonly path: string }
  /** The addresses that the system was asked to open. */
  | { readonly kind: 'opened' };

export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ToProgram {
  readonly id: number;
  readonly call: ProgramCall;
}

export type FromProgram =
  /** The window shows its page. */
  | { readonly kind: 'ready'; readonly url: string; readonly preloadFile: string }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** What main sends to the page. */
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] };
