import { ArgumentMistake, readArguments } from './arguments.ts';

/**
 * The command `tenant`. `entry` is the file that was started, with which query processes are started too. A
 * mistake on the command line ends the process with code 2, anything else that prevents the start with 1.
 */
export async function runTenants(argv: readonly string[], entry: string): Promise<void> {
  try {
    const options = readArguments(argv);
    // Loaded only now, so that a mistake is told at once.
    const { openTenants } = await import('./open-tenants.ts');
    await openTenants(options, entry);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof ArgumentMistake ? 2 : 1);
  }
}
