import { describe, expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const folder = '/vfslow/lib/application/icons/';
const iconRequests = () => on.network.requests.filter(({ path }) => !path.toLowerCase().startsWith('/redrock'));
const icons = (...addresses: string[]) =>
  on.desk.call('applications.icons', { tenantId: 'acme', icons: addresses });
const response = (body: string, status = 200) =>
  ({ kind: 'answer', status, body, contentType: 'image/png' }) as const;

describe('the icons of applications', () => {
  it('are read from the tenant, each address once, and kept', async () => {
    const { data } = await on.desk.call('applications.list', { tenantId: 'acme', freshness: 'tenant-first' });
    const [address] = data.map(({ icon }) => icon).filter((icon) => icon.startsWith(folder));
    if (address === undefined) throw new Error('No application of the tenant has an icon.');
    const before = iconRequests().length;
    const first = await icons(address, address);
    expect(first[address]).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await icons(address)).toEqual(first);
    expect(iconRequests()).toHaveLength(before + 1);
  });

  it('are none where nothing is there, or no image, whatever it calls itself', async () => {
    on.network.setFaults(({ path }) =>
      path.endsWith('page.png') ? response('<html><svg></svg></html>') : response('', 404),
    );
    expect(await icons(`${folder}page.png`, `${folder}gone.png`)).toEqual({
      [`${folder}page.png`]: null,
      [`${folder}gone.png`]: null,
    });
  });

  it('are none where they are larger than an icon is', async () => {
    on.network.setFaults(() => response(`<svg>${' '.repeat(300 * 1024)}</svg>`));
    expect(await icons('/large.svg')).toEqual({ '/large.svg': null });
  });

  it('are asked of the tenant’s own site only, and through no redirect', async () => {
    on.network.setFaults(() => ({
      kind: 'answer',
      status: 302,
      body: '',
      headers: { location: 'https://elsewhere.example/x.png' },
    }));
    const before = iconRequests().length;
    expect(await icons('https://elsewhere.example/x.png', 'data:image/png;base64,AA', '/moved.png')).toEqual({
      'https://elsewhere.example/x.png': null,
      'data:image/png;base64,AA': null,
      '/moved.png': null,
    });
    expect(iconRequests().slice(before)).toMatchObject([{ path: '/moved.png' }]);
  });

  it('are not known while the tenant cannot be asked, and are asked for again', async () => {
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    expect(await icons('/a.svg', '/b.svg')).toEqual({});
    on.network.setFaults(() => response('<svg/>'));
    expect(await icons('/a.svg')).toEqual({ '/a.svg': expect.stringMatching(/^data:image\/svg/) });
  });
});
