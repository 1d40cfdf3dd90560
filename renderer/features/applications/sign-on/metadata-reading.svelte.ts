import type { ProposedSettings } from '../../../../contract/applications/applications.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import { decodeXml, UnknownEncoding } from '../../../../languages/text/decode-xml.ts';

/** Characters of a text and bytes of a file: more describes a federation, not one service provider. */
export const maxMetadataLength = 1_000_000;

type MetadataSource = 'text' | 'url';

/** The metadata of a service provider as a person gives them, and what was read from them. */
export class MetadataReading {
  readonly #desk: Pick<Desk, 'applications'>;
  #from = $state<MetadataSource>('text');
  #given = $state.raw<Readonly<Record<MetadataSource, string>>>({ text: '', url: '' });
  #proposal = $state.raw<ProposedSettings | undefined>(undefined);
  #problem = $state<string | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Pick<Desk, 'applications'>) {
    this.#desk = desk;
  }

  get from(): MetadataSource {
    return this.#from;
  }

  /** What was typed for it. */
  get given(): string {
    return this.#given[this.#from];
  }

  get proposal(): ProposedSettings | undefined {
    return this.#proposal;
  }

  /** Why nothing could be read, to stand at the field. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get isReading(): boolean {
    return this.#running !== undefined;
  }

  /** What was given the other way stays. */
  choose(from: MetadataSource): void {
    this.stop();
    this.#from = from;
    this.#forget();
  }

  /** Another text or URL: what was read before is not of it. */
  give(value: string): void {
    this.stop();
    this.#given = { ...this.#given, [this.#from]: value };
    this.#forget();
  }

  async takeFile(file: File): Promise<void> {
    this.choose('text');
    if (file.size > maxMetadataLength) {
      this.#problem = `${file.name} is larger than 1 MB. Metadata of one service provider are smaller.`;
      return;
    }
    try {
      this.give(decodeXml(new Uint8Array(await file.arrayBuffer())).text);
    } catch (error) {
      this.#problem =
        error instanceof UnknownEncoding
          ? error.message
          : `${file.name} cannot be read. Choose a file that is still there.`;
      return;
    }
    await this.read();
  }

  /** Never rejects: a failure becomes `problem`, and what was given stays. */
  async read(): Promise<void> {
    this.stop();
    this.#forget();
    const given = this.given.trim();
    this.#problem = this.#problemOf(given);
    if (this.#problem !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    const source =
      this.#from === 'text' ? { from: 'text' as const, text: given } : { from: 'url' as const, url: given };
    try {
      const proposal = await this.#desk.applications.readMetadata(source, { signal: running.signal });
      if (this.#running === running) this.#proposal = proposal;
    } catch (thrown) {
      if (this.#running === running) this.#problem = toDeskError(thrown).message;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /** The answer is not waited for any longer. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Begins anew, with nothing given. */
  clear(): void {
    this.stop();
    this.#given = { text: '', url: '' };
    this.#forget();
  }

  #forget(): void {
    this.#proposal = undefined;
    this.#problem = undefined;
  }

  #problemOf(given: string): string | undefined {
    if (this.#from === 'url') {
      if (given === '') return 'Enter the URL of the metadata.';
      return given.length > maxUrlLength ? 'The URL is too long.' : undefined;
    }
    if (given === '') return 'Paste the metadata, or choose their file.';
    return given.length > maxMetadataLength ? 'The metadata have more than a million characters.' : undefined;
  }
}

const maxUrlLength = 2000;
