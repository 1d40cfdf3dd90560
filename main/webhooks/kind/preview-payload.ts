import { exactNumber, render, TemplateError, utilsVariable } from '@tenant-desk/freemarker';
import type { PlanFinding } from '../../../contract/changes/changes.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { payloadVariables, templateValues } from '../../../languages/payload/payload-variables.ts';
import { riskySignIn } from '../../../languages/payload/risky-sign-in.ts';
import type { Change } from '../../changes/kind/change-kind.ts';

/** Rendering blocks main: a template that takes longer isn't previewed. */
const limits = { milliseconds: 150 };

/** The payload of a sample event before and after a change of the template; nothing is sent. */
export function previewPayload({ before, after }: Change<WebhookState>): PlanFinding[] {
  if (before === null || after === null) return [];
  const [was, will] = [rendered(before), rendered(after)];
  if (was.text === will.text) return [];
  return [
    {
      label: 'Preview',
      columns: ['Event', 'Value', 'On the tenant', 'After'],
      rows: [[riskySignIn.name, 'Payload', was.text, will.text]],
      isCompared: true,
      ...(will.isFailing ? { failing: [0] } : {}),
      note: '',
    },
  ];
}

function rendered({ requestBody }: WebhookState): { readonly text: string; readonly isFailing: boolean } {
  const variables = payloadVariables(templateValues(riskySignIn.columns, exactNumber));
  try {
    return {
      text: render(requestBody, { ...variables, utils: utilsVariable() }, { limits }),
      isFailing: false,
    };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { text: `Fails at line ${error.line}, column ${error.column}: ${error.message}`, isFailing: true };
  }
}
