import { clientTablesStep, platformTablesStep } from './platform-tables.ts';
import { publicNamesStep } from './public-names.ts';
import { permissionsStep, queryableColumnsStep, vaultViewsStep } from './queryable-columns.ts';
import { queryableTablesStep } from './queryable-tables.ts';
import type { SchemaStep } from './schema-steps.ts';

/** Everything of a tenant's database but what the analytics part owns. */
export const managementSchemaSteps: readonly SchemaStep[] = [
  platformTablesStep,
  clientTablesStep,
  queryableTablesStep,
  queryableColumnsStep,
  vaultViewsStep,
  permissionsStep,
  publicNamesStep,
];
