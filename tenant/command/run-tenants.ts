import { CommandLineError, readArguments } from './arguments.ts';

/**
 * The command `tenant`. `entry` is the started file, which is also used to start query processes. An invalid
 * command line ends the process with code 2, any other failed start with 1.
 */
export async function runTenants(argv: readonly string[], entry: string): Promise<void> {
  try {
    const options = readArguments(argv);
    // Loaded late, so that an invalid command line is reported immediately.
    const { openTenants } = await import('./open-tenants.ts');
    await openTenants(options, entry);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof CommandLineError ? 2 : 1);
  }
}
