import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { licenseSchema } from '../../../contract/settings/licenses.ts';
import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import { failure } from '../errors/failure.ts';

/** Returns the license list that the build wrote to `file`. */
export function createLicenseHandlers(file: string | undefined): HandlersOf<'licenses'> {
  return {
    'licenses.list': async () => {
      try {
        if (file === undefined) throw new Error('The app was started without the license list.');
        return z.array(licenseSchema).parse(JSON.parse(await readFile(file, 'utf8')));
      } catch (cause) {
        throw failure('not-found', 'The license list is missing from this build.', {
          detail: String(cause),
          cause,
        });
      }
    },
  };
}
