import { formatTemplate } from '@tenant-desk/freemarker/format';
import { handlePreview } from '../template/handle-template-request.ts';
import { isJsonType } from '../../../../languages/payload/payload-variables.ts';
import { sampleEvents } from '../template/sample-events.ts';
import type { FormatResult, FormatRequest } from '../template/template-protocol.ts';
import type { SampleEvent } from '../template/sample-event.ts';

/** Formats a template, unless its output for any of the samples would change in meaning. Never throws. */
export function handleFormat({ source, cursor, sample, contentType }: FormatRequest): FormatResult {
  const reject = (reason: string, offset = cursor): FormatResult => ({
    kind: 'format',
    result: { rejection: reason, offset },
  });
  if (!isJsonType(contentType)) {
    return reject(
      `Only JSON templates can be formatted. The content type is ${contentType.trim() || 'not set'}.`,
    );
  }
  const laid = formatTemplate(source, cursor);
  if ('rejection' in laid) return reject(laid.rejection, laid.offset);
  const { formatted } = laid;
  const changed = [sample, ...sampleEvents].find(
    (event) => meaningFor(source, event) !== meaningFor(formatted, event),
  );
  if (changed !== undefined) return reject(`Formatting would change the output of “${changed.name}”.`);
  return { kind: 'format', result: laid };
}

/** The output for an event, without insignificant whitespace; an error counts as output too. */
function meaningFor(source: string, sample: SampleEvent): string {
  const { output } = handlePreview({ source, sample, contentType: '' }, () => 0);
  if (output === undefined) return 'fails';
  try {
    return JSON.stringify(JSON.parse(output));
  } catch {
    return output.replaceAll(/("(?:\\.|[^"\\])*")|\s+/gs, '$1');
  }
}
