import { describe, expect, it } from 'vitest';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import { callOf } from './procedure-call.ts';

const accounts = procedureLibrary.find(({ id }) => id === 'accounts');
if (accounts === undefined) throw new Error('The library has changed.');
const call = (entered: Record<string, string>, path = accounts.path) => callOf(accounts, path, entered);

describe('the call of a procedure', () => {
  it('has its arguments as what they are, and not those that were left blank', () => {
    expect(call({ mode: ' Managed ', localOnly: 'true' })).toEqual({
      ok: true,
      text: "@/lib/server/get_accounts.js(mode:'Managed', localOnly:true)",
    });
    expect(call({ mode: ' ', localOnly: '' })).toEqual({ ok: true, text: '@/lib/server/get_accounts.js' });
  });

  it('refuses what it cannot hold by the name of the argument, and a file that is none by no name', () => {
    expect(call({ mode: "O'Brien" })).toMatchObject({ ok: false, problems: [{ name: 'mode' }] });
    expect(call({}, '/lib/x')).toMatchObject({ ok: false, problems: [{ name: '' }] });
  });

  it('has the values of a list in one text', () => {
    const ids = { name: 'ids', label: 'IDs', type: 'list', isRequired: false, words: '' } as const;
    expect(callOf({ parameters: [ids] }, '/lib/x.js', { ids: 'a\nb' })).toEqual({
      ...{ ok: true, text: "@/lib/x.js(ids:'a,b')" },
    });
    expect(callOf({ parameters: [ids] }, '/lib/x.js', { ids: 'a,b\nc' })).toMatchObject({
      ...{ ok: false, problems: [{ name: 'ids' }] },
    });
  });
});
