import { describe, expect, it } from 'vitest';
import { OperationFailure } from '../requests/envelope.ts';
import { readScriptReference } from './script-reference.ts';

describe('a script reference', () => {
  it.each([
    ['@/lib/name.js', '/lib/name.js', {}],
    ['/lib/jobs/name.js', '/lib/jobs/name.js', {}],
    ["@/lib/a/b_c.js(id:'x')", '/lib/a/b_c.js', { id: 'x' }],
    ['@/lib/a.js()', '/lib/a.js', {}],
    [
      "@/lib/a.js(mode:'All', newcode:true, top:-1.5, none:null)",
      '/lib/a.js',
      { mode: 'All', newcode: true, top: -1.5, none: null },
    ],
    ["@/lib/a.js( id : 'it\\'s, (a) test' , b:\"two\" )", '/lib/a.js', { id: "it's, (a) test", b: 'two' }],
  ])('parses %j', (script, path, inlineArguments) => {
    expect(readScriptReference(script)).toEqual({ path, inlineArguments });
  });

  it.each([
    'lib/a.js',
    '@/lib/../a.js',
    '@/other/a.js',
    '@/lib/a.sh',
    "@/lib/a.js(id:'x'",
    '@/lib/a.js(id)',
    "@/lib/a.js(id:'x';)",
    "@/lib/a.js(id:'x' y:'z')",
    '@/lib/a.js(id:unquoted)',
  ])('rejects %j', (script) => {
    expect(() => readScriptReference(script)).toThrow(OperationFailure);
  });
});
