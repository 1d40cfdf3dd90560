/** Requests to the program's process. They are passed by V8's structured clone, like Electron's messages. */
export type ProgramCall =
  /** A file that the page requests, by its `app:` URL. */
  | { readonly kind: 'request'; readonly url: string; readonly method: string }
  | { readonly kind: 'invoke'; readonly window: number; readonly channel: string; readonly message: unknown }
  | { readonly kind: 'send'; readonly window: number; readonly channel: string; readonly message: unknown }
  /** The page is loaded anew. */
  | { readonly kind: 'reload'; readonly window: number }
  /** The person closes the window. */
  | { readonly kind: 'close'; readonly window: number }
  /** What the person chooses in the next dialogs. */
  | { readonly kind: 'choose-file'; readonly path: string }
  | { readonly kind: 'choose-place'; readonly path: string }
  /** The system starts the program once more, with these arguments. */
  | { readonly kind: 'start-again'; readonly args: readonly string[] }
  /** Time passes for the program: all its clocks are ahead by this. */
  | { readonly kind: 'pass-time'; readonly milliseconds: number }
  /** The addresses that the system was asked to open. */
  | { readonly kind: 'opened' }
  /** How often it has begun to collect crash reports. */
  | { readonly kind: 'crash-reports' };

/** What the process needs to play Electron for the program. */
export interface ProgramOptions {
  readonly appFolder: string;
  readonly homeFolder: string;
  /** The program finds it where an administrator puts the policy of the computer. */
  readonly policyFile?: string | undefined;
}

export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ToProgram {
  readonly id: number;
  readonly call: ProgramCall;
}

/** A box that the program has shown. */
export interface ShownBox {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

export interface ProgramEnd {
  readonly code: number;
  readonly boxes: readonly ShownBox[];
  /** Of the start that it has asked for before its end. */
  readonly relaunchArguments: readonly string[] | undefined;
}

export type FromProgram =
  /** A window shows its page. Windows are numbered from 0. */
  | { readonly kind: 'window'; readonly window: number; readonly url: string; readonly preloadFile: string }
  | { readonly kind: 'closed'; readonly window: number }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** What main sends to the page. */
  | {
      readonly kind: 'event';
      readonly window: number;
      readonly channel: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'ended'; readonly end: ProgramEnd };
