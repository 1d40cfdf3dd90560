import { describe, expect, it } from 'vitest';
import { useDesk } from '../builders/use-desk.ts';

const on = useDesk();
const folder = '/vfslow/lib/application/icons/';
const iconRequests = () =>
  on.network.requests.filter(({ path }) => !path.toLowerCase().startsWith('/redrock'));
const icons = (...addresses: string[]) =>
  on.desk.call('applications.icons', { tenantId: 'acme', icons: addresses });
const response = (body: string, status = 200) =>
  ({ kind: 'answer', status, body, contentType: 'image/png' }) as const;

describe('the icons of applications', () => {
  it('are read from the tenant, once per URL, and cached', async () => {
    const { data } = await on.desk.call('applications.list', { tenantId: 'acme', freshness: 'tenant-first' });
    const [address] = data.map(({ icon }) => icon).filter((icon) => icon.startsWith(folder));
    if (address === undefined) throw new Error('No application of the tenant has an icon.');
    const before = iconRequests().length;
    const first = await icons(address, address);
    expect(first[address]).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await icons(address)).toEqual(first);
    expect(iconRequests()).toHaveLength(before + 1);
  });

  it('are missing if the file is missing or not an image, whatever its content type', async () => {
    on.network.setFaults(({ path }) =>
      path.endsWith('page.png') ? response('<html><svg></svg></html>') : response('', 404),
    );
    expect(await icons(`${folder}page.png`, `${folder}gone.png`)).toEqual({
      [`${folder}page.png`]: null,
      [`${folder}gone.png`]: null,
    });
  });

  it('are missing if they are too large for an icon', async () => {
    on.network.setFaults(() => response(`<svg>${' '.repeat(300 * 1024)}</svg>`));
    expect(await icons('/large.svg')).toEqual({ '/large.svg': null });
  });

  it('are requested only from the tenant’s own site, without redirects', async () => {
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

  it('are unknown while the tenant is unreachable, and are requested again', async () => {
    on.network.setFaults(() => ({ kind: 'lose-request' }));
    expect(await icons('/a.svg', '/b.svg')).toEqual({});
    on.network.setFaults(() => response('<svg/>'));
    expect(await icons('/a.svg')).toEqual({ '/a.svg': expect.stringMatching(/^data:image\/svg/) });
  });
});
