import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { logUncaughtErrors } from './uncaught-errors.ts';

it('logs uncaught errors; an exception ends the app, a rejection does not', () => {
  const process = new EventEmitter();
  const events: string[] = [];
  logUncaughtErrors(process, { write: (level, event) => void events.push(`${level} ${event}`) }, () =>
    events.push('end'),
  );
  process.emit('unhandledRejection', new Error('a'));
  expect(events).toEqual(['error process.unhandled-rejection']);
  process.emit('uncaughtException', new Error('b'));
  expect(events.slice(1)).toEqual(['error process.uncaught-exception', 'end']);
});
