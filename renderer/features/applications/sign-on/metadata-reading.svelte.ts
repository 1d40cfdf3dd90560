import type { ProposedSettings } from '../../../../contract/applications/applications.ts';
import { toDeskError } from '../../../../contract/errors/desk-failure.ts';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import { decodeXml, UnknownEncoding } from '../../../../languages/text/decode-xml.ts';

/** Limit for characters of text and bytes of a file; larger metadata describes a federation, not one service provider. */
export const maxMetadataLength = 1_000_000;

type MetadataSource = 'text' | 'url';

/** Service provider metadata from the user, and the settings parsed from it. */
export class MetadataReading {
  readonly #desk: Pick<Desk, 'applications'>;
  #from = $state<MetadataSource>('text');
  #input = $state.raw<Readonly<Record<MetadataSource, string>>>({ text: '', url: '' });
  #proposal = $state.raw<ProposedSettings | undefined>(undefined);
  #problem = $state<string | undefined>(undefined);
  #running = $state.raw<AbortController | undefined>(undefined);

  constructor(desk: Pick<Desk, 'applications'>) {
    this.#desk = desk;
  }

  get from(): MetadataSource {
    return this.#from;
  }

  /** Input of the current source. */
  get input(): string {
    return this.#input[this.#from];
  }

  get proposal(): ProposedSettings | undefined {
    return this.#proposal;
  }

  /** Error shown at the field. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get isReading(): boolean {
    return this.#running !== undefined;
  }

  /** The input of the other source is preserved. */
  choose(from: MetadataSource): void {
    this.stop();
    this.#from = from;
    this.#clearResult();
  }

  /** Sets the text or URL and clears earlier results. */
  setInput(value: string): void {
    this.stop();
    this.#input = { ...this.#input, [this.#from]: value };
    this.#clearResult();
  }

  async readFile(file: File): Promise<void> {
    this.choose('text');
    if (file.size > maxMetadataLength) {
      this.#problem = `${file.name} is larger than 1 MB. Choose the metadata of a single service provider.`;
      return;
    }
    try {
      this.setInput(decodeXml(new Uint8Array(await file.arrayBuffer())).text);
    } catch (error) {
      this.#problem =
        error instanceof UnknownEncoding
          ? error.message
          : `${file.name} can’t be read. It may have been moved or deleted.`;
      return;
    }
    await this.read();
  }

  /** Never rejects: a failure is stored in `problem`, and the input is preserved. */
  async read(): Promise<void> {
    this.stop();
    this.#clearResult();
    const input = this.input.trim();
    this.#problem = this.#problemOf(input);
    if (this.#problem !== undefined) return;
    const running = new AbortController();
    this.#running = running;
    const source =
      this.#from === 'text' ? { from: 'text' as const, text: input } : { from: 'url' as const, url: input };
    try {
      const proposal = await this.#desk.applications.readMetadata(source, { signal: running.signal });
      if (this.#running === running) this.#proposal = proposal;
    } catch (thrown) {
      if (this.#running === running) this.#problem = toDeskError(thrown).message;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /** Cancels the running request. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Clears input and results. */
  clear(): void {
    this.stop();
    this.#input = { text: '', url: '' };
    this.#clearResult();
  }

  #clearResult(): void {
    this.#proposal = undefined;
    this.#problem = undefined;
  }

  #problemOf(input: string): string | undefined {
    if (this.#from === 'url') {
      if (input === '') return 'Enter the metadata URL';
      return input.length > maxUrlLength ? 'The URL is too long' : undefined;
    }
    if (input === '') return 'Paste the metadata or choose a file';
    return input.length > maxMetadataLength ? 'The metadata exceeds 1,000,000 characters' : undefined;
  }
}

const maxUrlLength = 2000;
