import type { DeskError } from '../../../contract/errors/errors.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { freshData } from '../fresh-read.ts';
import type { StepResult } from './step.ts';
import { failedStep, runStep } from './step.ts';
import { counted } from '../../../languages/text/intl.ts';

/** Whether there is a session. `signInError` says why a run with its own tenant has none. */
export async function tokenStep(
  { desk }: Context,
  { id: tenantId, name }: TenantProfile,
  signInError: DeskError | undefined,
): Promise<StepResult> {
  if (signInError !== undefined) return failedStep('token', signInError);
  const { call } = await desk();
  return await runStep('token', async () => {
    const session = await call('session.status', { tenantId });
    if (session.state === 'signed-in') return `${session.user.name ?? session.user.subject}`;
    const error = session.state === 'signed-out' ? session.error : undefined;
    throw error === undefined
      ? failure('signed-out', `You are not signed in to ${name}.`)
      : new DeskFailure(error);
  });
}

/** One for each part of the tenant that the command reads. */
export function rightsSteps(
  { desk, output }: Context,
  { id: tenantId }: TenantProfile,
): readonly (() => Promise<StepResult>)[] {
  const right = (what: string, read: () => Promise<string>) => () => runStep(`read ${what}`, read);
  return [
    right('applications', async () =>
      counted(
        freshData(await (await desk()).call('applications.list', { tenantId }), output).length,
        'application',
      ),
    ),
    right('roles', async () =>
      counted(freshData(await (await desk()).call('roles.list', { tenantId }), output).length, 'role'),
    ),
    right('configuration', async () => {
      const { members } = freshData(await (await desk()).call('configuration.get', { tenantId }), output);
      return counted(members.length, 'setting');
    }),
    right('webhooks', async () =>
      counted(freshData(await (await desk()).call('webhooks.list', { tenantId }), output).length, 'webhook'),
    ),
  ];
}
