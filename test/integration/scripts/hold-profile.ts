import { openProfile } from '../../../main/platform/storage/open-profile.ts';

/** Opens the profile folder that is named and holds it until it is killed. */
const [folder = ''] = process.argv.slice(2);
openProfile({ folder, nouns: [], now: Date.now });
console.log('open');
setInterval(() => undefined, 60_000);
