import { clientTablesStep, platformTablesStep } from './platform-tables.ts';
import { publicNamesStep } from './public-names.ts';
import { permissionsStep, queryableColumnsStep, vaultViewsStep } from './queryable-columns.ts';
import { queryableTablesStep } from './queryable-tables.ts';
import type { SchemaStep } from './schema-steps.ts';

/** The schema of a tenant's database, except for the analytics part. */
export const managementSchemaSteps: readonly SchemaStep[] = [
  platformTablesStep,
  clientTablesStep,
  queryableTablesStep,
  queryableColumnsStep,
  vaultViewsStep,
  permissionsStep,
  publicNamesStep,
];
