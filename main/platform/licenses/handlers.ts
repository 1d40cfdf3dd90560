import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { licenseSchema } from '../../../contract/settings/licenses.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../errors/failure.ts';

/** Answers from the list that the build has written to `file`. */
export function createLicenseHandlers(file: string | undefined): HandlersOf<'licenses'> {
  return {
    'licenses.list': async () => {
      try {
        if (file === undefined) throw new Error('This program was started without its list.');
        return z.array(licenseSchema).parse(JSON.parse(await readFile(file, 'utf8')));
      } catch (cause) {
        throw failure('not-found', 'The list of licenses is missing from this build.', {
          detail: String(cause),
          cause,
        });
      }
    },
  };
}
