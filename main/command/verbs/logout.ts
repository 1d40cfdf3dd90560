import type { Context } from '../context.ts';
import { describeTenant } from '../described-tenant.ts';
import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineLogout: DefineVerb = (command, run) => {
  command
    .argument('[tenant]', 'name, ID or URL (default: that of --tenant)')
    .description('end the session of a tenant, there and in the keychain')
    .action(run((context, name) => logout(context, name)));
  addExamples(command, [['logout staging', 'End a session:']]);
};

async function logout(context: Context, name: string | undefined): Promise<void> {
  const profile = await context.tenant(name);
  await (await context.desk()).call('session.signOut', { tenantId: profile.id });
  await context.output.print({
    verb: 'logout',
    data: { tenant: describeTenant(profile) },
    text: () => `Signed out of ${profile.name}.`,
  });
}
