import type { CertificateReading } from '../../../../contract/applications/applications.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';

interface ReadOf {
  readonly tenantId: string;
  readonly id: string;
}

/** What the tenant says in its metadata for one application: its certificate, and whether there are any at all. */
export class SigningReading {
  readonly #desk: Pick<Desk, 'applications'>;
  readonly #of: ReadOf;
  #answer = $state.raw<CertificateReading | undefined>(undefined);
  #failure = $state<string | undefined>(undefined);

  constructor(desk: Pick<Desk, 'applications'>, of: ReadOf) {
    this.#desk = desk;
    this.#of = of;
  }

  get answer(): CertificateReading | undefined {
    return this.#answer;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  /** False where the tenant says that there is nothing at the address in the record; undefined while it is not known. */
  get hasMetadata(): boolean | undefined {
    return this.#answer?.hasMetadata ?? undefined;
  }

  /** Begins to read; the answer gives it up. */
  read(): () => void {
    const asked = new AbortController();
    this.#desk.applications.certificate(this.#of, { signal: asked.signal }).then(
      (answer) => {
        this.#answer = answer;
        this.#failure = undefined;
      },
      (thrown: unknown) => {
        if (!asked.signal.aborted) this.#failure = toDeskError(thrown).message;
      },
    );
    return () => asked.abort();
  }
}
