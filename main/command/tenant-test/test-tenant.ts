import type { DeskError } from '../../../contract/errors/errors.ts';
import { exitReasonFor } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { formatChecks } from '../output/table.ts';
import type { Ending } from '../run.ts';
import { chooseTenant } from '../state/choose-tenant.ts';
import { connectionSteps } from './connection-steps.ts';
import { rightsSteps, tokenStep } from './session-steps.ts';
import type { StepResult } from './step.ts';

/** Checks a tenant from the network up to the rights, and says what works. A step that fails ends what depends on it. */
export async function testTenant(context: Context, name: string | undefined): Promise<Ending> {
  const { profile, signInError } = await findTenant(context, name);
  const steps: StepResult[] = [];
  const isConnected = await connectionSteps(context, profile, (step) => report(context, steps, step));
  if (isConnected) {
    const token = await tokenStep(context, profile, signInError);
    report(context, steps, token);
    if (token.status === 'ok') {
      for (const step of rightsSteps(context, profile)) report(context, steps, await step());
    }
  }
  const failed = steps.find(({ status }) => status === 'failed');
  await context.output.print({
    verb: 'tenants-test',
    data: { tenant: describeTenant(profile), works: failed === undefined, steps },
    text: () => textOf(context, profile, steps),
  });
  return failed?.error === undefined ? 'done' : exitReasonFor(failed.error.code);
}

/** A run with its own tenant signs in first: why that fails belongs to the step of the token. */
async function findTenant(
  context: Context,
  name: string | undefined,
): Promise<{ readonly profile: TenantProfile; readonly signInError?: DeskError }> {
  try {
    return { profile: await context.tenant(name) };
  } catch (error) {
    const url = context.env['TDESK_TENANT_URL'];
    const tenants = await (await context.desk()).call('tenants.list', undefined);
    if (url === undefined || name !== undefined || tenants.length === 0) throw error;
    return { profile: chooseTenant(tenants, url), signInError: toDeskError(error) };
  }
}

function report({ output }: Context, steps: StepResult[], step: StepResult): void {
  steps.push(step);
  output.detail(`${step.step}: ${step.status}`);
}

function textOf({ output }: Context, profile: TenantProfile, steps: readonly StepResult[]): string {
  const signs = {
    ok: output.style('green', '✓'),
    failed: output.style('red', '✗'),
    skipped: output.style('dim', '-'),
  };
  const lines = steps.map(({ step, status, detail, error }) => ({
    sign: `  ${signs[status]}`,
    name: step,
    detail: error === undefined ? detail : `${error.message} (${error.code})`,
  }));
  return `${profile.name}  ${profile.baseUrl}\n${formatChecks(lines)}`;
}
