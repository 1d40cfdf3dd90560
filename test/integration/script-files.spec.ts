import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { maxTextBytes } from '../../contract/schema/text-limits.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();

const open = (name: string, bytes: Uint8Array) => {
  on.desk.host.fileToOpen = { name, bytes };
  return on.desk.call('scripts.openFile', undefined);
};

it('a script is opened from a file, whatever editor on whatever system wrote it, and changes nothing yet', async () => {
  const bytes = Buffer.from('\uFEFFsetVersion("2");\r\n// Zoë\r\n', 'utf8');
  expect(await open('Payroll.js', bytes)).toEqual({
    fileName: 'Payroll.js',
    script: 'setVersion("2");\n// Zoë\n',
  });
  expect(await on.desk.call('drafts.list', { tenantId: on.desk.tenantId })).toEqual([]);
});

it('no file chosen is no failure', async () => {
  on.desk.host.fileToOpen = undefined;
  expect(await on.desk.call('scripts.openFile', undefined)).toBeUndefined();
});

it('a file that isn’t a script is rejected with the reason', async () => {
  await expect(open('big.js', Buffer.alloc(maxTextBytes + 1, 'x'))).rejects.toMatchObject({
    code: 'file-too-large',
    message: expect.stringContaining('big.js is larger than 1 MB'),
  });
  await expect(open('logo.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]))).rejects.toMatchObject({
    code: 'file-wrong-shape',
    message: expect.stringContaining('isn’t UTF-8 text'),
  });
});

it('a script is saved under the name of its application, and opens as the same script', async () => {
  const script = "setVersion('2');\n// Zoë, 東京\n";
  const saved = await on.desk.call('scripts.saveFile', { name: 'Payroll / EU: 2', script });
  expect(saved).toEqual({ fileName: 'Payroll EU 2.js' });
  const [file] = on.desk.host.saved;
  expect(Buffer.from(file?.bytes ?? []).toString('utf8')).toBe(script);
  expect(await open('again.js', file?.bytes ?? new Uint8Array())).toMatchObject({ script });
  await expect(
    on.desk.call('scripts.saveFile', { name: 'a', script: 'x'.repeat(maxTextBytes + 1) }),
  ).rejects.toMatchObject({ code: 'file-too-large' });
});
