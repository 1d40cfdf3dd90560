import type { Workbook, WorkbookRule } from '../../contract/webhooks/workbooks.ts';

/** A rule of a workbook that would be created. */
export function aWorkbookRule(changes: Partial<WorkbookRule> = {}): WorkbookRule {
  return {
    key: changes.name ?? 'rule',
    name: 'Alerts',
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
    decision: 'create',
    isChosen: false,
    options: ['create', 'skip'],
    reason: 'not on Acme',
    address: [{ text: 'https://hooks.example/a', isMapped: false }],
    notes: [],
    isWaiting: false,
    run: null,
    ...changes,
  };
}

export function aWorkbook(changes: Partial<Workbook> = {}): Workbook {
  const rules = changes.rules ?? [aWorkbookRule()];
  return {
    id: 'workbook',
    name: null,
    startedAt: null,
    source: { type: 'tenant', tenantId: 'staging', name: 'Staging', rules: rules.length, readAt: 0 },
    target: { tenantId: 'acme', name: 'Acme', rules: 0, readAt: 0 },
    rules,
    mapping: [],
    mappingName: null,
    arriveDisabled: false,
    secrets: [],
    unknownColumns: [],
    columns: [],
    way: { type: 'creation', text: 'Each rule is created separately.' },
    chosenOf: null,
    ready: rules.filter(({ decision }) => decision !== 'skip' && decision !== 'conflict').length,
    run: null,
    warnings: [],
    ...changes,
  };
}
