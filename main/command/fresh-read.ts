import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import type { Output } from './output/output.ts';
import { counted } from '../../languages/text/intl.ts';

/**
 * The data of a read. What the tenant said earlier is no answer for a script: throws why the tenant could not be asked now.
 * Entries that could not be read are reported on stderr.
 */
export function freshData<Data>(
  { data, source, error, skipped }: Snapshot<Data>,
  output: Pick<Output, 'warn'>,
): Data {
  if (source === 'cache' && error !== undefined) throw new DeskFailure(error);
  if (skipped !== undefined) {
    output.warn(`Skipped ${counted(skipped, 'entry', 'entries')} of the tenant that couldn’t be read.`);
  }
  return data;
}
