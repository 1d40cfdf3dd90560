/** One end of a channel between two utility processes: the used part of Electron's `MessagePortMain`. */
export interface Port<Received> {
  on(event: 'message', listener: (event: { readonly data: Received }) => void): unknown;
  /** The other end is gone, possibly with its process. */
  on(event: 'close', listener: () => void): unknown;
  /** Messages are queued until it is called. */
  start(): void;
  postMessage(message: unknown): void;
}

/** The connection to Electron's main process. */
export interface ParentPort<Received, PortReceived> {
  on(
    event: 'message',
    listener: (event: { readonly data: Received; readonly ports: readonly Port<PortReceived>[] }) => void,
  ): unknown;
  postMessage(message: unknown): void;
}

/** Undefined outside of an Electron utility process. */
export function utilityParentPort<Received, PortReceived>(): ParentPort<Received, PortReceived> | undefined {
  return 'parentPort' in process ? process.parentPort : undefined;
}
