import { applicationOperations } from './application-operations.ts';
import { configurationOperations } from './configuration-operations.ts';
import { jobOperations } from './job-operations.ts';
import type { Operation } from './operation.ts';
import { originsOperations } from './origins-operations.ts';
import { assignmentOperations } from './assignment-operations.ts';
import { undoOperations } from './undo-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Every operation that writes to a tenant. */
export const operations: readonly Operation[] = [
  ...webhookOperations,
  ...applicationOperations,
  ...originsOperations,
  ...configurationOperations,
  ...jobOperations,
  ...assignmentOperations,
  ...undoOperations,
];
