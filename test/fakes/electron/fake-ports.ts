import { EventEmitter } from 'node:events';
import type { MessagePortMain } from 'electron';

type FakedPort = Pick<MessagePortMain, 'close' | 'postMessage' | 'start'>;

/** Destination of a port's messages: its listeners in main, or the process it was passed to. */
export interface PortHolder {
  receive(data: unknown): void;
  close(): void;
}

/** One end of a channel. Messages are queued until there is a listener. */
export class FakePort extends EventEmitter implements FakedPort {
  #other: FakePort | undefined;
  #holder: PortHolder | undefined;
  #waiting: unknown[] = [];
  #isClosed = false;

  connect(other: FakePort): void {
    this.#other = other;
  }

  postMessage(message: unknown): void {
    this.#other?.receive(structuredClone(message));
  }

  start(): void {
    this.handTo({
      receive: (data) => void this.emit('message', { data, ports: [] }),
      close: () => void this.emit('close'),
    });
  }

  close(): void {
    this.#other?.lose();
  }

  /** Sends its messages to a process from now on. */
  handTo(holder: PortHolder): void {
    this.#holder = holder;
    for (const data of this.#waiting.splice(0)) holder.receive(data);
    if (this.#isClosed) holder.close();
  }

  receive(data: unknown): void {
    if (this.#holder === undefined) this.#waiting.push(data);
    else this.#holder.receive(data);
  }

  lose(): void {
    this.#isClosed = true;
    this.#holder?.close();
  }
}

export class FakeChannel {
  readonly port1 = new FakePort();
  readonly port2 = new FakePort();

  constructor() {
    this.port1.connect(this.port2);
    this.port2.connect(this.port1);
  }
}
