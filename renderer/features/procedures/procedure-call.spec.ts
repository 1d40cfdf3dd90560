import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import { callOf } from './procedure-call.ts';

const accounts = procedureLibrary.find(({ id }) => id === 'accounts');
if (accounts === undefined) throw new Error('The library has changed.');
const call = (entered: Record<string, string>, path = accounts.path) => callOf(accounts, path, entered);

describe('the call of a procedure', () => {
  it('contains typed arguments, without the empty ones', () => {
    expect(call({ mode: ' Managed ', localOnly: 'true' })).toEqual({
      ok: true,
      text: "@/lib/server/get_accounts.js(mode:'Managed', localOnly:true)",
    });
    expect(call({ mode: ' ', localOnly: '' })).toEqual({ ok: true, text: '@/lib/server/get_accounts.js' });
  });

  it('rejects invalid values by argument name, and an invalid file without a name', () => {
    expect(call({ mode: "O'Brien" })).toMatchObject({ ok: false, problems: [{ name: 'mode' }] });
    expect(call({}, '/lib/x')).toMatchObject({ ok: false, problems: [{ name: '' }] });
  });

  it('joins the values of a list to one text', () => {
    const ids = { name: 'ids', label: 'IDs', type: 'list', isRequired: false, description: '' } as const;
    expect(callOf({ parameters: [ids] }, '/lib/x.js', { ids: 'a\nb' })).toEqual({
      ...{ ok: true, text: "@/lib/x.js(ids:'a,b')" },
    });
    expect(callOf({ parameters: [ids] }, '/lib/x.js', { ids: 'a,b\nc' })).toMatchObject({
      ...{ ok: false, problems: [{ name: 'ids' }] },
    });
  });
});
