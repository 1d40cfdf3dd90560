import type { CertificateReading } from '../../../../contract/applications/applications.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';

interface ReadOf {
  readonly tenantId: string;
  readonly id: string;
}

/** The tenant's metadata for one application: the signing certificate, and whether metadata exists. */
export class SigningReading {
  readonly #desk: Pick<Desk, 'applications'>;
  readonly #of: ReadOf;
  #result = $state.raw<CertificateReading | undefined>(undefined);
  #failure = $state<string | undefined>(undefined);

  constructor(desk: Pick<Desk, 'applications'>, of: ReadOf) {
    this.#desk = desk;
    this.#of = of;
  }

  get result(): CertificateReading | undefined {
    return this.#result;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  /** False if the URL in the record returns 404; undefined while unknown. */
  get hasMetadata(): boolean | undefined {
    return this.#result?.hasMetadata ?? undefined;
  }

  /** Starts loading; the returned function cancels. */
  read(): () => void {
    const controller = new AbortController();
    this.#desk.applications.certificate(this.#of, { signal: controller.signal }).then(
      (result) => {
        this.#result = result;
        this.#failure = undefined;
      },
      (thrown: unknown) => {
        if (!controller.signal.aborted) this.#failure = toDeskError(thrown).message;
      },
    );
    return () => controller.abort();
  }
}
