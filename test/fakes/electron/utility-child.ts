import { EventEmitter } from 'node:events';
import type { UtilityMessage } from './utility-messages.ts';

/**
 * Loaded before the program of a fake utility process: adds `process.parentPort`, and removes what a real one
 * lacks. It ends with the process that started it, like in Electron.
 */
const toMain = process.send?.bind(process);
const send = (message: UtilityMessage): void => void toMain?.(message);

/** Messages are queued until there is a listener or `start` is called. */
class ChildPort extends EventEmitter {
  readonly #post: (data: unknown) => void;
  readonly #waiting: object[] = [];
  #isOpen = false;

  constructor(post: (data: unknown) => void) {
    super();
    this.#post = post;
  }

  postMessage(data: unknown): void {
    this.#post(data);
  }

  start(): void {
    this.#isOpen = true;
    for (const event of this.#waiting.splice(0)) this.emit('message', event);
  }

  receive(event: object): void {
    if (this.#isOpen) this.emit('message', event);
    else this.#waiting.push(event);
  }
}

const parentPort = new ChildPort((data) => send({ to: 'process', data, ports: [] }));
parentPort.on('newListener', (name) => {
  if (name === 'message') setImmediate(() => parentPort.start());
});
const ports = new Map<number, ChildPort>();

function openPort(port: number): ChildPort {
  const open = new ChildPort((data) => send({ to: 'port', port, data }));
  ports.set(port, open);
  return open;
}

process.on('message', (message: UtilityMessage) => {
  if (message.to === 'process') {
    parentPort.receive({ data: message.data, ports: message.ports.map(openPort) });
  } else if (message.to === 'port') ports.get(message.port)?.receive({ data: message.data, ports: [] });
  else ports.get(message.port)?.emit('close');
});
process.on('disconnect', () => process.exit());
Object.defineProperty(process, 'parentPort', { value: parentPort, enumerable: true });
Object.defineProperty(process, 'send', { value: undefined });
