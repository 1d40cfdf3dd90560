import { test } from '@playwright/test';
import { unpackProgram } from './unpacked-program.ts';

test('packs the program', async () => {
  // Programs packed for other systems need parts of their runtimes; there, the job that starts the installers tests them.
  test.skip(process.platform !== 'linux', 'packs the program for Linux');
  await unpackProgram();
});
