import { formatTemplate } from '@tenant-desk/freemarker/format';
import { answerPreview } from '../template/answer-template-request.ts';
import { isJsonType } from '../template/is-json.ts';
import { sampleEvents } from '../template/sample-events.ts';
import type { FormatAnswer, FormatRequest } from '../template/template-protocol.ts';
import type { SampleEvent } from '../template/sample-event.ts';

/** Formats a template, unless its output for any of the samples would change in meaning. Never throws. */
export function answerFormat({ source, cursor, sample, contentType }: FormatRequest): FormatAnswer {
  const refuse = (reason: string, offset = cursor): FormatAnswer => ({
    kind: 'format',
    answer: { refusal: reason, offset },
  });
  if (!isJsonType(contentType)) {
    return refuse(
      `Only JSON templates can be formatted. The content type is ${contentType.trim() || 'not set'}.`,
    );
  }
  const laid = formatTemplate(source, cursor);
  if ('refusal' in laid) return refuse(laid.refusal, laid.offset);
  const { formatted } = laid;
  const changed = [sample, ...sampleEvents].find(
    (event) => meaningFor(source, event) !== meaningFor(formatted, event),
  );
  if (changed !== undefined) return refuse(`Formatting would change the output of “${changed.name}”.`);
  return { kind: 'format', answer: laid };
}

/** The output for an event, without insignificant whitespace; an error counts as output too. */
function meaningFor(source: string, sample: SampleEvent): string {
  const { output } = answerPreview({ source, sample, contentType: '' }, () => 0);
  if (output === undefined) return 'fails';
  try {
    return JSON.stringify(JSON.parse(output));
  } catch {
    return output.replaceAll(/("(?:\\.|[^"\\])*")|\s+/gs, '$1');
  }
}
