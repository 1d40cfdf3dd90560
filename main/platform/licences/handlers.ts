import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { licenceSchema } from '../../../contract/settings/licences.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../errors/failure.ts';

/** Answers from the list that the build has written to `file`. */
export function createLicenceHandlers(file: string | undefined): HandlersOf<'licences'> {
  return {
    'licences.list': async () => {
      try {
        if (file === undefined) throw new Error('This program was started without its list.');
        return z.array(licenceSchema).parse(JSON.parse(await readFile(file, 'utf8')));
      } catch (cause) {
        throw failure('not-found', 'The list of licences is missing from this build.', {
          detail: String(cause),
          cause,
        });
      }
    },
  };
}
