import { describe, expect, it } from 'vitest';
import type { UnconfirmedPlan } from '../../contract/changes/unconfirmed-plans.ts';
import { change, setAll, undo } from '../builders/requests.ts';
import { useDesk } from '../builders/use-desk.ts';
import { makeTemporaryFolder } from './desk-foundation.ts';
import type { DeskOnTenant } from './desk-on-tenant.ts';

/** “Keep these changes?”: changes that could lock someone out are reverted unless the user confirms them. */
let time = Date.now();
const now = () => time;
const on = useDesk({ now });
const read = { tenantId: 'acme', freshness: 'tenant-first' } as const;

const originsOf = async ({ call }: Pick<DeskOnTenant, 'call'>): Promise<string[]> =>
  (await call('origins.get', read)).data.origins;

/** Adds an origin, and answers the plan that did. */
async function trust(desk: DeskOnTenant, origin: string): Promise<string> {
  const origins = await originsOf(desk);
  const { plan } = await desk.apply(
    change('origins', 'origins', { origins }, { origins: [...origins, origin] }),
  );
  return plan.id;
}

const listed = ({ call }: DeskOnTenant): Promise<UnconfirmedPlan[]> => call('provisional.list', undefined);

async function untilState(
  desk: DeskOnTenant,
  state: UnconfirmedPlan['status']['state'],
): Promise<UnconfirmedPlan[]> {
  await expect.poll(async () => (await listed(desk)).map(({ status }) => status.state)).toEqual([state]);
  return listed(desk);
}

describe('a change of the trusted origins', () => {
  it('shows in its review the time limit for confirming it', async () => {
    const origins = await originsOf(on.desk);
    const wanted = { origins: [...origins, 'review.acme.example'] };
    const plan = await on.desk.plan(change('origins', 'origins', { origins }, wanted));
    expect(plan.confirmWithinSeconds).toBe(60);
  });

  it('stays if the user keeps it', async () => {
    const planId = await trust(on.desk, 'kept.acme.example');
    expect(await listed(on.desk)).toEqual([
      {
        planId,
        tenantId: 'acme',
        tenantName: 'Acme',
        what: 'Trusted origins',
        status: { state: 'waiting', until: time + 60_000 },
      },
    ]);
    await on.desk.call('provisional.keep', { planId });
    expect(await listed(on.desk)).toEqual([]);
    time += 61_000;
    on.desk.tick();
    expect(await originsOf(on.desk)).toContain('kept.acme.example');
  });

  it('is reverted without a confirmation, with a message until it is seen', async () => {
    const planId = await trust(on.desk, 'forgotten.acme.example');
    time += 59_000;
    on.desk.tick();
    expect((await listed(on.desk))[0]?.status.state).toBe('waiting');
    time += 1_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    expect(await originsOf(on.desk)).not.toContain('forgotten.acme.example');
    const [newest] = await on.desk.history();
    expect(newest?.origin).toEqual({ type: 'undo', planId });
    await on.desk.call('provisional.keep', { planId });
    expect(await listed(on.desk)).toEqual([]);
  });

  it('is reverted although Tenant Desk was closed in between', async () => {
    const folder = makeTemporaryFolder();
    const before = on.another({ folder, now });
    await trust(before, 'closed.acme.example');
    await before[Symbol.asyncDispose]();
    time += 3_600_000;
    const again = on.another({ folder, now });
    again.tick();
    await untilState(again, 'restored');
    expect(await originsOf(again)).not.toContain('closed.acme.example');
  });

  it('waits for confirmation from the time it is verified, although the response was lost', async () => {
    // The tenant doesn't respond to the verification for now: the result is unknown.
    const held = on.network.requests.length;
    on.network.setFaults(({ path }) =>
      path.endsWith('/SetCustomerConfig')
        ? { kind: 'lose-answer' }
        : on.network.requests.slice(held).some((each) => each.path.endsWith('/SetCustomerConfig'))
          ? { kind: 'lose-request' }
          : { kind: 'pass' },
    );
    const planId = await trust(on.desk, 'open.acme.example');
    expect((await on.desk.open()).map(({ id }) => id)).toEqual([planId]);
    expect(await listed(on.desk)).toEqual([]);
    time += 600_000;
    on.network.setFaults(() => ({ kind: 'pass' }));
    await on.desk.call('changes.look', { planId });
    expect((await listed(on.desk)).map(({ status }) => status)).toEqual([
      { state: 'waiting', until: time + 60_000 },
    ]);
    await on.desk.call('provisional.restore', { planId });
  });

  it('is a draft again once it was reverted, on what the tenant has by then', async () => {
    const planId = await trust(on.desk, 'again.acme.example');
    await trust(on.colleague, 'colleague.acme.example');
    time += 60_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    const origins = await originsOf(on.desk);
    const draft = await on.desk.call('drafts.get', {
      tenantId: 'acme',
      kind: 'origins',
      targetId: 'origins',
    });
    expect(draft).toMatchObject({
      base: { origins },
      state: { origins: expect.arrayContaining([...origins, 'again.acme.example']) },
    });
    expect(await on.desk.call('changes.get', { planId })).toMatchObject({
      isUndoable: false,
      counts: { 'taken-back': 1 },
    });
  });

  it('does not change a draft that was started in the meantime', async () => {
    const origins = await originsOf(on.desk);
    const key = { tenantId: 'acme', kind: 'origins', targetId: 'origins' };
    await trust(on.desk, 'first.acme.example');
    const typed = { origins: [...origins, 'first.acme.example', 'typed.acme.example'] };
    await on.desk.call('drafts.save', { ...key, base: { origins }, state: typed, revision: null });
    time += 60_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    expect(await on.desk.call('drafts.get', key)).toMatchObject({ state: typed });
  });

  it.each([
    { name: 'back two hours', hours: -2 },
    { name: 'ahead two hours', hours: 2 },
  ])('can be confirmed for 60 seconds although the system clock is set $name', async ({ hours }) => {
    let wall = 1_800_000_000_000;
    let passed = 0;
    const desk = on.another({ now: () => wall, steady: () => 1_800_000_000_000 + passed });
    await trust(desk, `clock-${hours + 2}.acme.example`);
    wall += hours * 3_600_000;
    passed += 59_000;
    desk.tick();
    const [waiting] = await listed(desk);
    expect(waiting?.status).toEqual({ state: 'waiting', until: wall + 1000 });
    passed += 1000;
    desk.tick();
    await untilState(desk, 'restored');
  });

  it('can be confirmed for at most 60 seconds after a restart, whatever the clock shows', async () => {
    const folder = makeTemporaryFolder();
    let wall = 1_800_000_000_000;
    const before = on.another({ folder, now: () => wall });
    await trust(before, 'restarted.acme.example');
    await before[Symbol.asyncDispose]();
    wall -= 2 * 3_600_000;
    const again = on.another({ folder, now: () => wall });
    expect((await listed(again))[0]?.status).toEqual({ state: 'waiting', until: wall + 60_000 });
    wall += 60_000;
    again.tick();
    await untilState(again, 'restored');
  });

  it('keeps changes by others to the list in the meantime', async () => {
    await trust(on.desk, 'mine.acme.example');
    await trust(on.colleague, 'theirs.acme.example');
    time += 60_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    const origins = await originsOf(on.desk);
    expect(origins).not.toContain('mine.acme.example');
    expect(origins).toContain('theirs.acme.example');
  });

  it('keeps changes by others between the review and Apply', async () => {
    const origins = await originsOf(on.desk);
    const plan = await on.desk.plan(
      change('origins', 'origins', { origins }, { origins: [...origins, 'reviewed.acme.example'] }),
    );
    await trust(on.colleague, 'between.acme.example');
    expect((await on.desk.applyPlan(plan)).items).toMatchObject([{ state: 'verified' }]);
    time += 60_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    expect(await originsOf(on.desk)).toEqual([...origins, 'between.acme.example']);
  });

  it('is not reverted automatically if removals by others would leave the list empty', async () => {
    await trust(on.desk, 'last.acme.example');
    const now = await originsOf(on.colleague);
    await on.colleague.apply(
      change('origins', 'origins', { origins: now }, { origins: ['last.acme.example'] }),
    );
    time += 60_000;
    on.desk.tick();
    const [failed] = await untilState(on.desk, 'failed');
    expect(failed?.status).toMatchObject({
      error: { code: 'plan-outdated', message: expect.stringContaining('you can choose what stays') },
    });
    expect(await originsOf(on.desk)).toEqual(['last.acme.example']);
  });

  it('waits for an unreachable tenant, and can be confirmed instead', async () => {
    const planId = await trust(on.desk, 'offline.acme.example');
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    time += 60_000;
    on.desk.tick();
    const [failed] = await untilState(on.desk, 'failed');
    expect(failed?.status).toMatchObject({ error: { retryable: true } });
    on.network.setFaults(() => ({ kind: 'pass' }));
    on.desk.tick();
    expect((await listed(on.desk))[0]?.status.state).toBe('failed');
    time += 30_000;
    on.desk.tick();
    await untilState(on.desk, 'restored');
    expect(await originsOf(on.desk)).not.toContain('offline.acme.example');
    await on.desk.call('provisional.keep', { planId });
  });

  it('waits for a sign-in', async () => {
    await trust(on.desk, 'signed-out.acme.example');
    on.desk.signOut();
    time += 60_000;
    on.desk.tick();
    await untilState(on.desk, 'failed');
    time += 30_000;
    on.desk.tick();
    expect((await listed(on.desk))[0]?.status.state).toBe('failed');
    on.desk.signIn();
    on.desk.tick();
    await untilState(on.desk, 'restored');
    expect(await originsOf(on.colleague)).not.toContain('signed-out.acme.example');
  });

  it('is reverted at once on request, and needs no confirmation once it is undone', async () => {
    const planId = await trust(on.desk, 'now.acme.example');
    await on.desk.call('provisional.restore', { planId });
    expect(await originsOf(on.desk)).not.toContain('now.acme.example');
    await on.desk.call('provisional.keep', { planId });

    const undone = await trust(on.desk, 'undone.acme.example');
    await on.desk.apply(undo(undone));
    expect(await listed(on.desk)).toEqual([]);
    await expect(on.desk.call('provisional.restore', { planId: undone })).rejects.toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('also needs confirmation on a production tenant, but reverts without typing the tenant name', async () => {
    const production = on.another({ environment: 'production', now });
    await trust(production, 'production.acme.example');
    time += 60_000;
    production.tick();
    await untilState(production, 'restored');
    expect(await originsOf(production)).not.toContain('production.acme.example');
  });
});

describe('a change of anything else', () => {
  it('stays without confirmation', async () => {
    const { data } = await on.desk.call('applications.list', read);
    const ids = data.slice(0, 1).map(({ id }) => id);
    const { plan } = await on.desk.apply(setAll('application', ids, { description: 'It stays.' }));
    expect(plan.state).toBe('finished');
    expect(await listed(on.desk)).toEqual([]);
  });
});
