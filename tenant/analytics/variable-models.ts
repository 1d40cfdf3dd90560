import { EVENT_COLUMNS, type EventColumn } from '../events/event-columns.ts';
import type { UserVariables } from '../rules/user-variables.ts';

/** One element of GET /dataset/system/models. Source: platform specification, "Variable model". */
export interface VariableModel {
  readonly model_mode: boolean;
  readonly node_name: string;
  readonly description: string;
  /** `USER` is our addition: the specification names the system's only. */
  readonly type: 'SYSTEM' | 'USER';
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

const SYSTEM_MODELS: readonly VariableModel[] = [
  model('SYSTEM', 'event', 'The alert or event that invokes the webhook.', EVENT_COLUMNS),
  model('SYSTEM', 'system', 'The analytics service that triggers the event.', SYSTEM_COLUMNS),
];

/** All variables available to payload templates, by node; variables defined by admins come last. */
export function variableModels(userVariables: UserVariables): readonly VariableModel[] {
  const defined = Object.entries(userVariables).map(([name, values]) =>
    model(
      'USER',
      name,
      'Defined by an admin of this tenant.',
      Object.entries(values).map(([column, value]) => ({ name: column, type: typeOf(value) })),
    ),
  );
  return [...SYSTEM_MODELS, ...defined];
}

function typeOf(value: UserVariables[string][string]): EventColumn['type'] {
  if (typeof value === 'string') return 'STRING';
  if (typeof value === 'boolean') return 'BOOLEAN';
  return Number.isInteger(value) ? 'LONG' : 'DOUBLE';
}

function model(
  type: VariableModel['type'],
  name: string,
  description: string,
  columns: readonly EventColumn[],
): VariableModel {
  return {
    // Our choice, because the specification defines neither: a platform model with a single version.
    model_mode: type === 'SYSTEM',
    node_name: name,
    description,
    type,
    multiple_snapshot: false,
    model: {
      name,
      description,
      columns: columns.map((column) => ({ type: column.type, name: column.name })),
    },
  };
}
