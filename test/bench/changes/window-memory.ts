import type { CDPSession } from 'playwright';
import { chromium } from 'playwright';
import { DeskPage } from '../../e2e/pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../../e2e/running-desk.ts';
import { startOwnTenant } from '../../e2e/own-tenant.ts';
import { browserArguments, findBrowser } from '../../run/browser.ts';

/** Bytes of the window's JavaScript heap while a plan is on screen, after garbage collection. */
export interface WindowMemory {
  readonly beforeBytes: number;
  /** After all items were applied with the review open. */
  readonly afterBytes: number;
}

/**
 * Stops a plan over this many applications at its first items, starts Tenant Desk on that profile, and
 * resumes it in a real browser with the review open.
 */
export async function measureWindowMemory(count: number): Promise<WindowMemory> {
  const own = await startOwnTenant({ applications: count });
  const profile = makeProfileFolder();
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    args: [...browserArguments],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    await stopAtFirstItems(own, profile.path, count);
    const running = await startDesk(profile.path);
    try {
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(600_000);
      const desk = new DeskPage(page);
      await desk.open(running.url);
      const devtools = await page.context().newCDPSession(page);
      await desk.tenants.signIn('Acme', own.password);
      const beforeBytes = await heapBytes(devtools);
      await desk.openPlans.step('Unresolved in Acme', 'Continue').click();
      await page.getByRole('dialog', { name: 'Applied and verified' }).waitFor();
      return { beforeBytes, afterBytes: await heapBytes(devtools) };
    } finally {
      await running.stop();
    }
  } finally {
    await browser.close();
    await own.stop();
    profile.remove();
  }
}

async function stopAtFirstItems(
  own: Awaited<ReturnType<typeof startOwnTenant>>,
  folder: string,
  count: number,
): Promise<void> {
  await using desk = own.colleague({ folder, isSandbox: false });
  const { data } = await desk.call('applications.list', { tenantId: desk.tenantId });
  const targetIds = data.slice(0, count).map(({ id }) => id);
  const plan = await desk.plan({
    from: 'targets',
    kind: 'application',
    targetIds,
    set: { description: 'Owned by the platform team.' },
  });
  const begun = desk.host.next('changes.progress', ({ stage, done }) => stage === 'applying' && done >= 1);
  const applying = desk.applyPlan(plan);
  await begun;
  await desk.call('changes.pause', { planId: plan.id });
  await applying;
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}
