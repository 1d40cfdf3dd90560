import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Destination } from '../../contract/changes/destinations.ts';
import type { MethodInput } from '../../contract/bridge/methods.ts';
import { anItem, begunPlanOf, planOf } from '../../test/component/plans.ts';
import { begun, button, dialog, reviewed } from '../../test/component/review-dialog.ts';

const sent = (host: string, changes: Partial<Destination> = {}): Destination => ({
  host,
  isKnown: true,
  credentials: ['Authorization'],
  newCredentials: ['Authorization'],
  count: 1,
  ...changes,
});
const items = [anItem({ title: 'Create webhook', verb: 'create' })];
const hosts = dialog.getByRole('table', { name: 'Hosts that receive stored credentials' });
const acknowledge = (host: string) => dialog.getByRole('button', { name: `Acknowledge ${host}` });

describe('the hosts that receive stored credentials', () => {
  it('are acknowledged one by one before the plan can be applied, and sent to main', async () => {
    const destinations = [
      sent('https://new.example'),
      sent('https://b.example', { count: 3, credentials: ['X-Key', 'X-Team'], newCredentials: ['X-Key'] }),
      sent('https://known.example', { newCredentials: [], count: 298 }),
    ];
    let applied: MethodInput<'changes.apply'> | undefined;
    await reviewed(items, planOf(items, { destinations }), ({ have }) => ({
      'changes.apply': async (input) => {
        applied = input;
        return have(items, begunPlanOf([anItem({ state: 'verified' })]));
      },
    }));
    await expect
      .element(hosts.getByRole('row', { name: /https:\/\/known\.example.*298.*same host/ }))
      .toBeVisible();
    await expect
      .element(hosts.getByRole('row', { name: /https:\/\/b\.example.*X-Key not yet/ }))
      .toBeVisible();
    await expect.element(acknowledge('https://known.example')).not.toBeInTheDocument();
    // The focus starts on the first host to acknowledge.
    await expect.element(acknowledge('https://new.example')).toHaveFocus();
    await expect.element(dialog.getByText('Acknowledge 2 hosts to apply.')).toBeVisible();
    await expect.element(button(/^Apply/)).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Acknowledge 1 host to apply.')).toBeVisible();
    await expect.element(button(/^Apply/)).toBeDisabled();
    await acknowledge('https://b.example').click();
    await expect.element(button(/^Apply/)).toBeEnabled();
    await acknowledge('https://b.example').click();
    await expect.element(button(/^Apply/)).toBeDisabled();
    await acknowledge('https://b.example').click();
    await button(/^Apply/).click();
    expect(applied?.acknowledgedHosts?.toSorted()).toEqual(['https://b.example', 'https://new.example']);
  });

  it('need nothing if none is new, and say if a template decides the host', async () => {
    const destinations = [sent('https://${event.host}', { isKnown: false, newCredentials: [] })];
    await reviewed(items, planOf(items, { destinations }));
    await expect.element(hosts.getByText(/The template decides the host/)).toBeVisible();
    await expect.element(button(/^Apply/)).toBeEnabled();
  });

  it('are listed in a receipt, without anything to acknowledge', async () => {
    await begun([anItem({ state: 'verified' })], undefined, { destinations: [sent('https://new.example')] });
    await expect.element(hosts.getByRole('row', { name: /https:\/\/new\.example/ })).toBeVisible();
    await expect.element(acknowledge('https://new.example')).not.toBeInTheDocument();
  });
});
