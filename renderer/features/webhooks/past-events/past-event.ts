import type { ColumnValue, PastEvent, PastEvents } from '../../../../contract/webhooks/samples.ts';
import type { SampleEvent } from '../template/sample-event.ts';
import { columnMaker } from './past-event-columns.ts';
import type { EventChunk } from '../template/run-protocol.ts';
import { cellText } from '../../../../languages/order/cell-text.ts';
import { formatTimestamp } from '../../../../languages/text/intl.ts';

export function columnOf({ columns }: PastEvents, event: PastEvent, name: string): ColumnValue {
  return event.values[columns.indexOf(name)] ?? null;
}

/** The user of the event, if it names one. */
export function personOf(events: PastEvents, event: PastEvent): string {
  return cellText(columnOf(events, event, 'user_name')).slice(0, 200);
}

/** As a sample for the preview. */
export function sampleOfEvent(events: PastEvents, fills: EventChunk['fills'], event: PastEvent): SampleEvent {
  const when = event.at === null ? '' : `, ${formatTimestamp(event.at)}`;
  return {
    id: `past:${event.id}:${event.at ?? ''}`,
    name: `${event.type.slice(0, 200) || 'Event'}${when}`,
    columns: columnMaker({ ...events, fills })(event),
  };
}
