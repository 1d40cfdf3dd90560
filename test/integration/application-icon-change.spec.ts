import { describe, expect, it } from 'vitest';
import { applicationStateOf, maxIconFileBytes } from '../../contract/applications/applications.ts';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const freshness = 'tenant-first';

/** An image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const image = `data:image/png;base64,${pixel.toString('base64')}`;
const open = (name: string, bytes: Uint8Array) => {
  on.desk.host.fileToOpen = { name, bytes };
  return on.desk.call('applications.openIcon', undefined);
};

async function listed() {
  const { data } = await on.desk.call('applications.list', { tenantId: on.desk.tenantId, freshness });
  return data;
}
async function read(id: string) {
  const { data } = await on.desk.call('applications.get', { tenantId: on.desk.tenantId, id, freshness });
  return data;
}

describe('an image that is chosen for an icon', () => {
  it('is detected from its bytes, regardless of its name', async () => {
    expect(await open('logo.gif', pixel)).toEqual({ fileName: 'logo.gif', icon: image });
    on.desk.host.fileToOpen = undefined;
    expect(await on.desk.call('applications.openIcon', undefined)).toBeUndefined();
  });

  it.each([
    ['page.png', '<html></html>', /page\.png is not an image/],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /logo\.svg is an SVG image/],
    ['empty.png', '', /empty\.png is not an image/],
  ])('is rejected as %s, with its type in the message', async (name, text, message) => {
    await expect(open(name, Buffer.from(text))).rejects.toMatchObject({
      error: { code: 'file-wrong-shape', message: expect.stringMatching(message) },
    });
  });

  it('is requested with the size limit of the host', async () => {
    const requestCounts: number[] = [];
    const { host } = on.desk;
    const { openFile } = host;
    Object.assign(host, {
      openFile: (options: { maxBytes: number }) => void requestCounts.push(options.maxBytes),
    });
    await on.desk.call('applications.openIcon', undefined);
    Object.assign(host, { openFile });
    expect(requestCounts).toEqual([maxIconFileBytes]);
  });
});

describe('the icon of an application', () => {
  it('is changed, shown as an image before and after, and restored by an undo', async () => {
    const [{ id } = { id: '' }] = await listed();
    const base = applicationStateOf(await read(id));
    const wanted = { ...base, icon: image };
    const request = {
      from: 'edits' as const,
      edits: [{ kind: 'application', targetId: id, base: { ...base }, wanted: { ...wanted } }],
    };
    const { plan, items } = await on.desk.apply(request);
    expect(items).toMatchObject([{ state: 'verified' }]);
    expect(items[0]?.parts.filter(({ isChanged }) => isChanged)).toMatchObject([
      { type: 'field', shownAs: 'icon', before: base.icon, after: image },
    ]);
    expect((await read(id)).icon).toBe(image);
    const markdown = await on.desk.call('changes.markdown', { planId: plan.id });
    expect(markdown).toContain('PNG image, 1 KB');
    expect(markdown).not.toContain('base64');
    await on.desk.apply({ from: 'undo', planId: plan.id });
    expect((await read(id)).icon).toBe(base.icon);
  });

  it('is set for several in one plan with a category, each keeping all else', async () => {
    const targetIds = (await listed()).slice(0, 3).map(({ id }) => id);
    const before = await Promise.all(targetIds.map(read));
    const { items } = await on.desk.apply({
      from: 'targets',
      kind: 'application',
      targetIds,
      set: { icon: image, settings: { Category: 'Finance' } },
    });
    expect(items.map(({ state }) => state)).toEqual(['verified', 'verified', 'verified']);
    const after = await Promise.all(targetIds.map(read));
    expect(after.map(applicationStateOf)).toEqual(
      before.map(applicationStateOf).map((state) => ({
        ...state,
        icon: image,
        settings: { ...state.settings, Category: 'Finance' },
      })),
    );
  });
});
