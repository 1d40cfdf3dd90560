import { formatTemplate } from '@tenant-desk/freemarker/format';
import { answerPreview } from '../template/answer-template-request.ts';
import { isJsonType } from '../template/is-json.ts';
import { sampleEvents } from '../template/sample-events.ts';
import type { FormatAnswer, FormatRequest } from '../template/template-protocol.ts';
import type { SampleEvent } from '../template/sample-event.ts';

/** Lays a template out, unless what it prints for any of the samples would mean something else. Never throws. */
export function answerFormat({ source, cursor, sample, contentType }: FormatRequest): FormatAnswer {
  const refuse = (words: string, offset = cursor): FormatAnswer => ({
    kind: 'format',
    answer: { refusal: words, offset },
  });
  if (!isJsonType(contentType)) {
    return refuse(
      `Templates that print JSON are formatted; the content type of this one is ${contentType.trim() || 'not given'}.`,
    );
  }
  const laid = formatTemplate(source, cursor);
  if ('refusal' in laid) return refuse(laid.refusal, laid.offset);
  const { formatted } = laid;
  const changed = [sample, ...sampleEvents].find(
    (event) => meaningFor(source, event) !== meaningFor(formatted, event),
  );
  if (changed !== undefined)
    return refuse(`With other blanks it would send something else for “${changed.name}”.`);
  return { kind: 'format', answer: laid };
}

/** What is printed for an event, without the blanks that JSON does not mind; that it fails is a meaning, too. */
function meaningFor(source: string, sample: SampleEvent): string {
  const { output } = answerPreview({ source, sample, contentType: '' }, () => 0);
  if (output === undefined) return 'fails';
  try {
    return JSON.stringify(JSON.parse(output));
  } catch {
    return output.replaceAll(/("(?:\\.|[^"\\])*")|\s+/gs, '$1');
  }
}
