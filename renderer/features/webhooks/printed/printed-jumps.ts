import { withLineFeeds } from '../../../../languages/text/line-ends.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import type { TemplateEngine } from '../template/template-engine.ts';
import { printedBy, writerAt } from '../template/printed-places.ts';
import { formatNumber, plural } from '../../../../languages/text/intl.ts';

/** A stretch of a text. UTF-16 units from 0, end exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface JumpPlaces {
  readonly source: () => string;
  readonly sample: () => SampleEvent;
  /** Shows stretches of the template, or of the preview, and puts the focus there. */
  readonly showInTemplate: (stretches: readonly Stretch[]) => void;
  readonly showInPreview: (stretches: readonly Stretch[]) => Promise<void>;
  /** Says to the person what came of it. */
  readonly say: (words: string) => void;
}

/** The ways between a template and what it prints: rendered once more for each, with a note of who printed what. */
export function printedJumps(engine: Pick<TemplateEngine, 'ask'>, places: JumpPlaces) {
  const trace = async () => {
    // Editors have one kind of line break, and offsets count it.
    const source = withLineFeeds(places.source());
    const { answer } = await engine.ask({ kind: 'trace', source, sample: places.sample() });
    return withLineFeeds(places.source()) === source ? answer : undefined;
  };
  return {
    /** From a place in the preview to what printed it. */
    async toTemplate(offset: number): Promise<void> {
      const traced = await trace();
      if (traced === undefined) return;
      const writer = writerAt(traced.stretches, offset);
      if (writer === undefined) places.say('No part of the template printed this place.');
      else places.showInTemplate([{ from: writer.start, to: writer.end }]);
    },

    /** From a place in the template to all that it printed. */
    async toPreview(offset: number): Promise<void> {
      const traced = await trace();
      const printed = traced === undefined ? [] : printedBy(traced.stretches, offset);
      if (printed.length === 0) {
        places.say('This place prints nothing for the chosen sample.');
        return;
      }
      await places.showInPreview(printed);
      places.say(
        plural(printed.length, {
          one: 'Printed once.',
          other: `Printed ${formatNumber(printed.length)} times.`,
        }),
      );
    },
  };
}
