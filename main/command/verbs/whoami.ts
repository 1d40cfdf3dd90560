import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import { freshData } from '../fresh-read.ts';
import { formatFields } from '../output/table.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineWhoami: DefineVerb = (command, run) => {
  command
    .description('show who is signed in to a tenant, after asking the tenant whether it accepts the session')
    .action(run((context) => showSession(context)));
  addExamples(command, [
    ['whoami --tenant staging', 'Show who is signed in:'],
    ['whoami --json | jq -r .user.name', 'Only the name:'],
  ]);
};

async function showSession({ output, desk, tenant }: Context): Promise<void> {
  const profile = await tenant();
  const { call } = await desk();
  const { id: tenantId } = profile;
  // A session of this computer is none to a tenant that has ended it.
  freshData(await call('roles.list', { tenantId }), output);
  const session = await call('session.status', { tenantId });
  if (session.state !== 'signed-in') throw failure('signed-out', `You are not signed in to ${profile.name}.`);
  const { user, expiresAt, canRefresh, storedIn } = session;
  const expires = new Date(expiresAt).toISOString();
  await output.print({
    verb: 'whoami',
    data: {
      tenant: describeTenant(profile),
      user,
      expiresAt: expires,
      canRenew: canRefresh,
      storedIn: storedIn,
    },
    text: () =>
      formatFields([
        ['User', user.name ?? user.email ?? user.subject],
        ['Email', user.email],
        ['Tenant', `${profile.name} (${profile.environment})`],
        ['URL', profile.baseUrl],
        ['Session', canRefresh ? 'renewed automatically' : `until ${expires}`],
      ]),
  });
}
