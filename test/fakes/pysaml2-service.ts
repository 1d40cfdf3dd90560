import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SamlService } from '../builders/a-saml-service.ts';

const python = '/usr/bin/python3';
const script = fileURLToPath(new URL('pysaml2-service.py', import.meta.url));

/** Whether Debian's python3-pysaml2 and xmlsec1 are installed. */
export function hasPysaml2(): boolean {
  const isThere = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
  return isThere(python, '-c', 'import saml2') && isThere('/usr/bin/xmlsec1', '--version');
}

export interface PysamlRequest {
  readonly id: string;
  /** Destination of the browser, or the action of the form. */
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

export interface PysamlSession {
  readonly nameId: string;
  readonly format: string;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly inResponseTo: string;
  readonly issuer: string;
  readonly context: readonly string[];
}

/** The library's reason for rejecting a response. */
export class PysamlRejection extends Error {
  override readonly name = 'PysamlRejection';
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`);
    this.kind = kind;
  }
}

/** A service provider in another language, with another library: pysaml2, with the signatures of xmlsec1. */
export interface PysamlService {
  request(binding: 'redirect' | 'post', relayState: string): Promise<PysamlRequest>;
  /** Rejects with PysamlRejection. `outstanding` is the ID of the pending request. */
  receive(response: string, outstanding: string): Promise<PysamlSession>;
}

export interface PysamlOptions {
  /** Metadata of the identity provider. */
  readonly metadata: string;
  readonly signRequests: boolean;
}

/** A Python process for services: one for a spec file, because the library takes seconds to load. */
export interface Pysaml {
  service(service: SamlService, options: PysamlOptions): PysamlService;
  stop(): void;
}

export function startPysaml(): Pysaml {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function ask(question: unknown): Promise<unknown> {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const line = await lines.next();
    if (line.done === true) throw new Error('The Python process has ended.');
    const response = JSON.parse(line.value) as { readonly error?: string; readonly message?: string };
    if (response.error !== undefined) throw new PysamlRejection(response.error, response.message ?? '');
    return response;
  }

  return {
    service({ entityId, acsUrl, key }, options) {
      const { privateKey, certificate } = key;
      const about = { entityId, acsUrl, key: privateKey, certificate, ...options };
      const run = (step: Readonly<Record<string, unknown>>) => ask({ ...about, step });
      return {
        request: async (binding, relayState) =>
          (await run({ kind: 'request', binding, relayState })) as PysamlRequest,
        receive: async (response, outstanding) =>
          (await run({ kind: 'receive', response, outstanding })) as PysamlSession,
      };
    },
    stop: () => void child.kill(),
  };
}
