import { chromium } from 'playwright';
import { DeskPage } from '../e2e/pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../e2e/running-desk.ts';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark } from './benchmark.ts';
import { measureStudio } from './window/studio.ts';

/** What a user who edits a webhook template waits for, in a real browser. */
const benchmark: Benchmark = {
  name: 'studio',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    const profile = makeProfileFolder();
    const running = await startDesk(profile.path);
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const desk = new DeskPage(await context.newPage());
      await desk.open(running.url);
      await desk.tenants.signIn('Sandbox Staging');
      await desk.goTo('Webhooks');
      await desk.webhooks.select('Slack: risky sign-ins');
      return await measureStudio(desk, await context.newPage());
    } finally {
      await browser.close();
      await running.stop();
      profile.remove();
    }
  },
};

export default benchmark;
