import type { DefineVerb } from '../run.ts';
import { addExamples } from '../run.ts';

export const defineLogin: DefineVerb = (command, run) => {
  command
    .argument('[tenant]', 'name, ID or URL (default: that of --tenant)')
    .option('--no-browser', 'sign in with a browser on another machine, and paste the URL it ends at')
    .option('--switch-account', 'accept another account than the one used last')
    .description('sign in to a tenant with the browser; the session goes to the keychain')
    .action(
      run(async (context, name, options) => {
        const { login } = await import('../sign-in/login.ts');
        await login(context, name, options);
      }),
    );
  addExamples(command, [
    ['login "Acme Production"', 'Sign in:'],
    ['login staging --no-browser', 'Sign in on a server without a browser:'],
  ]);
};
