import { sampleLimits } from '../../../contract/sample-limits.ts';
import type { HandlersOf } from '../../../contract/methods.ts';
import { failure } from '../../platform/failure.ts';
import type { Host } from '../../platform/host/host.ts';
import type { SampleStore } from './sample-store.ts';

export interface SampleParts {
  readonly store: SampleStore;
  readonly host: Pick<Host, 'openFile'>;
}

/** Throws for what is no UTF-8; a byte order mark is left out. */
const decoder = new TextDecoder('utf-8', { fatal: true });

export function createSampleHandlers({ store, host }: SampleParts): HandlersOf<'samples'> {
  return {
    'samples.list': async ({ tenantId }) => store.list(tenantId),
    'samples.save': async ({ tenantId, sample }) => void store.save(tenantId, sample),
    'samples.remove': async ({ tenantId, id }) => void store.remove(tenantId, id),
    'samples.openFile': async (_input, call) => {
      const file = await host.openFile(
        { title: 'Import sample events', extensions: ['.json'], maxBytes: sampleLimits.fileBytes },
        call.signal,
      );
      return file === undefined ? undefined : { fileName: file.name, text: textOf(file.name, file.bytes) };
    },
  };
}

function textOf(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw failure('file-wrong-shape', `${name} is not a text in UTF-8, so it holds no JSON.`);
  }
}
