import { withLineFeeds } from '../../../../languages/text/line-ends.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import type { TemplateEngine } from '../template/template-engine.ts';
import { printedBy, writerAt } from '../template/printed-places.ts';
import { formatNumber, plural } from '../../../../languages/text/intl.ts';

/** A range of a text. UTF-16 units from 0, end exclusive. */
export interface PrintedRange {
  readonly from: number;
  readonly to: number;
}

interface JumpPlaces {
  readonly source: () => string;
  readonly sample: () => SampleEvent;
  /** Selects ranges in the template or the preview, and moves the focus there. */
  readonly showInTemplate: (ranges: readonly PrintedRange[]) => void;
  readonly showInPreview: (ranges: readonly PrintedRange[]) => Promise<void>;
  /** Shows the result to the user. */
  readonly say: (text: string) => void;
}

/** Navigation between a template and its output: each jump renders again and records which part of the template printed which output. */
export function printedJumps(engine: Pick<TemplateEngine, 'ask'>, places: JumpPlaces) {
  const trace = async () => {
    // Editors use line feeds only, and offsets count those.
    const source = withLineFeeds(places.source());
    const { result } = await engine.ask({ kind: 'trace', source, sample: places.sample() });
    return withLineFeeds(places.source()) === source ? result : undefined;
  };
  return {
    /** From a position in the preview to the part of the template that printed it. */
    async toTemplate(offset: number): Promise<void> {
      const traced = await trace();
      if (traced === undefined) return;
      const writer = writerAt(traced.ranges, offset);
      if (writer === undefined) places.say('No part of the template printed this place.');
      else places.showInTemplate([{ from: writer.start, to: writer.end }]);
    },

    /** From a position in the template to everything it printed. */
    async toPreview(offset: number): Promise<void> {
      const traced = await trace();
      const printed = traced === undefined ? [] : printedBy(traced.ranges, offset);
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
