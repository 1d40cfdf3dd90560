import type { Fault, FakeResponse } from '../fakes/fault-proxy.ts';
import type { FaultyNetwork } from './faulty-network.ts';

/** What goes wrong with one write of an operation. */
export interface FaultCase {
  readonly name: string;
  /** `write`: each write of the operation in turn. `operation`: once, whatever it writes. */
  readonly per: 'write' | 'operation';
  /** Requests time out after this many seconds instead of 30. */
  readonly patience?: number;
  install(network: FaultyNetwork, write: number): void;
}

const html = (status: number, title: string): FakeResponse => ({
  status,
  body: `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  contentType: 'text/html',
});
const serverError = html(500, 'Internal Server Error');
const badGateway = html(502, 'Bad Gateway');
const gatewayTimeout = html(504, 'Gateway Timeout');
const rejectedToken: FakeResponse = {
  status: 401,
  body: '',
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
};

function always(name: string, fault: Fault, more: Partial<FaultCase> = {}): FaultCase {
  return { name, per: 'write', install: (network, write) => network.atWrite(write, () => fault), ...more };
}

function once(name: string, fault: Fault): FaultCase {
  return {
    name,
    per: 'write',
    install: (network, write) =>
      network.atWrite(write, (repetition) => (repetition === 0 ? fault : { kind: 'pass' })),
  };
}

/** Responds or not, and applies the write this many milliseconds later. */
function late(name: string, milliseconds: number, response?: FakeResponse): FaultCase {
  return {
    name,
    per: 'write',
    ...(response === undefined ? { patience: 0.25 } : {}),
    install: (network, write) =>
      network.atWrite(write, (repetition) =>
        repetition > 0
          ? { kind: 'pass' }
          : {
              kind: 'late',
              schedule: (send) => network.clock.after(milliseconds, send),
              ...(response === undefined ? {} : { response }),
            },
      ),
  };
}

/** Everything that can happen to a write on its way to the tenant and back, apart from changes by other admins. */
export const faults: readonly FaultCase[] = [
  always('is refused in words', {
    kind: 'answer',
    status: 400,
    body: JSON.stringify({ error: 'invalid_request', message: 'That is not allowed here.' }),
  }),
  always('is forbidden', { kind: 'answer', status: 403, body: '' }),
  always('is refused in an envelope', {
    kind: 'answer',
    status: 200,
    body: JSON.stringify({ success: false, Result: null, Message: 'That is not allowed here.' }),
  }),
  once('never arrives: the connection breaks before', { kind: 'lose-request' }),
  once('arrives, and its answer is lost', { kind: 'lose-answer' }),
  once('arrives, and its answer is cut off', { kind: 'truncate-answer' }),
  once('arrives, and its answer comes twice', { kind: 'double-answer' }),
  once('arrives, and is answered in another shape', {
    kind: 'replace-answer',
    status: 200,
    body: JSON.stringify({ items: [{ ok: 'yes' }] }),
  }),
  once('fails with 500', { kind: 'answer', ...serverError }),
  once('is carried out, but answered with 500', { kind: 'replace-answer', ...serverError }),
  once('is stopped by a gateway with 502', { kind: 'answer', ...badGateway }),
  once('is carried out, but a gateway answers 502', { kind: 'replace-answer', ...badGateway }),
  late('is answered with 504 and carried out a second later', 1000, gatewayTimeout),
  late('is answered with 504 and carried out a minute later', 60_000, gatewayTimeout),
  late('gets no answer and is carried out five seconds later', 5000),
  always('gets no answer and never arrives', { kind: 'hold-request' }, { patience: 0.25 }),
  {
    ...once('arrives, and its answer never comes', { kind: 'hold-answer' }),
    patience: 0.25,
  },
  once('is asked to come back at once', {
    kind: 'answer',
    status: 429,
    body: '',
    headers: { 'retry-after': '0' },
  }),
  always('is asked to come back in an hour', {
    kind: 'answer',
    status: 429,
    body: '',
    headers: { 'retry-after': '3600' },
  }),
  once('has a token that is over, and gets another one', { kind: 'answer', ...rejectedToken }),
  always('has a token that is over, as is the next', { kind: 'answer', ...rejectedToken }),
  {
    name: 'has a token that is over, and there is no other',
    per: 'write',
    install(network, write) {
      network.tokens.renewal = 'fails';
      network.atWrite(write, () => ({ kind: 'answer', ...rejectedToken }));
    },
  },
  {
    name: 'is not shown for two seconds',
    per: 'write',
    install: (network, write) => network.staleAfterWrite(write, 2000),
  },
  {
    name: 'is not shown for ten seconds',
    per: 'write',
    install: (network, write) => network.staleAfterWrite(write, 10_000),
  },
  {
    name: 'is not shown for a minute',
    per: 'write',
    install: (network, write) => network.staleAfterWrite(write, 60_000),
  },
  {
    name: 'loses its answer and is not shown for ten seconds',
    per: 'write',
    install(network, write) {
      network.staleAfterWrite(write, 10_000);
      network.atWrite(write, (repetition) => ({ kind: repetition === 0 ? 'lose-answer' : 'pass' }));
    },
  },
  {
    name: 'is followed by an empty list',
    per: 'write',
    install: (network, write) => network.emptyList(write),
  },
  {
    name: 'follows an empty list',
    per: 'operation',
    install: (network) => network.emptyList('before'),
  },
  { name: 'goes well', per: 'operation', install: () => undefined },
];
