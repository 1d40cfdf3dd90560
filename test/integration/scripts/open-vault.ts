import { createSystemVault } from '../../../main/platform/secrets/open-vault.ts';

/** Opens the vault on whatever keyring the environment names, prints its status and ends. */
const { open, releaseProcess } = createSystemVault('/profile/of/a/test', Number(process.argv[2]));
const vault = await open();
console.log(JSON.stringify(await vault.status()));
releaseProcess();
process.exit(0);
