import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openProfile } from '../../../main/platform/storage/open-profile.ts';

/** Opens the profile folder that is named and holds it until it is killed, whatever the collector of garbage does. */
const [folder = ''] = process.argv.slice(2);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
openProfile({ folder, nouns: [], now: Date.now });
// A turn later, so that nothing on the stack refers to what was opened.
setTimeout(() => {
  collectGarbage();
  console.log('open');
}, 0);
setInterval(() => undefined, 60_000);
