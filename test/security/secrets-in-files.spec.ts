import { describe, expect, it } from 'vitest';
import { named, sourceSecret, useWorkbook } from '../integration/use-workbook.ts';

const on = useWorkbook();

describe('a file of webhooks that a workbook writes', () => {
  it('contains no credential, accepts none, and leaves placeholders that the user who opens it must fill in', async () => {
    const source = { type: 'tenant', tenantId: 'staging' } as const;
    const workbook = await on.ask('workbooks.open', { source, targetId: null });
    expect(workbook.secrets).toMatchObject([{ name: 'Authorization', state: 'left-out', rules: 1 }]);
    const [secret] = workbook.secrets;
    await expect(
      on.ask('workbooks.enterSecret', {
        workbookId: workbook.id,
        secretId: secret?.id ?? '',
        value: 'Bearer x',
      }),
    ).rejects.toMatchObject({ error: { code: 'invalid-input' } });
    await on.desk.call('workbooks.saveFile', { workbookId: workbook.id });
    const bytes = on.desk.host.saved.at(-1)?.bytes ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes);
    expect(text).not.toContain(sourceSecret);
    expect(text).toMatch(/Authorization: ••••[0-9a-f]{8}/);
    // Its value is useless to another tenant.
    const taken = await on.openFile(bytes);
    expect(taken.secrets).toMatchObject([{ name: 'Authorization', state: 'missing' }]);
    expect(named(taken, 'Fresh').isWaiting).toBe(true);
  });
});
