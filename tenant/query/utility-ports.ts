/** One end of a channel between two utility processes: Electron's `MessagePortMain`, as far as it is used here. */
export interface Port<Received> {
  on(event: 'message', listener: (event: { readonly data: Received }) => void): unknown;
  /** The other end is gone, with its process perhaps. */
  on(event: 'close', listener: () => void): unknown;
  /** Messages wait until it is called. */
  start(): void;
  postMessage(message: unknown): void;
}

/** The way to Electron's main process. */
export interface ParentPort<Received, PortReceived> {
  on(
    event: 'message',
    listener: (event: { readonly data: Received; readonly ports: readonly Port<PortReceived>[] }) => void,
  ): unknown;
  postMessage(message: unknown): void;
}

/** Undefined unless this is a utility process of Electron. */
export function utilityParentPort<Received, PortReceived>(): ParentPort<Received, PortReceived> | undefined {
  return 'parentPort' in process ? process.parentPort : undefined;
}
