import { EVENT_COLUMNS, type EventColumn } from '../events/event-columns.ts';

/** One element of GET /dataset/system/models. Source: platform specification, "Variable model". */
export interface VariableModel {
  readonly model_mode: boolean;
  readonly node_name: string;
  readonly description: string;
  readonly type: 'SYSTEM';
  readonly multiple_snapshot: boolean;
  readonly model: {
    readonly name: string;
    readonly description: string;
    readonly columns: readonly { readonly type: string; readonly name: string }[];
  };
}

const SYSTEM_COLUMNS = [
  { name: 'domain', type: 'STRING' },
  { name: 'podscape', type: 'STRING' },
] as const satisfies readonly EventColumn[];

/** Every variable that a payload template may use, by the node under which it is reached. */
export const VARIABLE_MODELS: readonly VariableModel[] = [
  model('event', 'The alert or event that invokes the webhook.', EVENT_COLUMNS),
  model('system', 'The analytics service that triggers the event.', SYSTEM_COLUMNS),
];

function model(name: string, description: string, columns: readonly EventColumn[]): VariableModel {
  return {
    model_mode: true,
    node_name: name,
    description,
    type: 'SYSTEM',
    multiple_snapshot: false,
    model: {
      name,
      description,
      columns: columns.map((column) => ({ type: column.type, name: column.name })),
    },
  };
}
