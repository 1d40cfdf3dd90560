import { readFileSync } from 'node:fs';
import { startBrowserDesk } from '../../../main/app/browser.ts';
import { z } from 'zod';
import { rootFolder } from '../../../tools/build/bundle.ts';

/** Tenant Desk in the browser host on the profile folder that is named; prints its link. Nothing asks for its page. */
const [profileFolder = ''] = process.argv.slice(2);
const desk = await startBrowserDesk({
  profileFolder,
  port: 0,
  rendererFolder: profileFolder,
  tenantEntry: `${rootFolder}tenant/index.ts`,
  version: z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(`${rootFolder}package.json`, 'utf8'))).version,
  openUrl: undefined,
  say: () => undefined,
});
console.log(desk.newLink());
process.on('SIGTERM', () => void desk.stop().then(() => process.exit()));
