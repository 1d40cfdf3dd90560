import { describe, expect, it } from 'vitest';
import { render } from '../engine.ts';

describe('whitespace stripping', () => {
  it('removes lines that contain only directives', () => {
    expect(render('<#-- c -->x\n  <#assign a=1>\ny')).toBe('x\ny');
    expect(render('<#-- c -->x\n<#if true>\n  y\n</#if>\nz')).toBe('x\n  y\nz');
  });

  it('keeps the whitespace around interpolations', () => {
    expect(render('a\n  ${1}  \nb')).toBe('a\n  1  \nb');
  });

  it('never strips the text that a template begins with', () => {
    expect(render('  <#if true>\nx</#if>')).toBe('  \nx');
  });

  it('strips indentation with #t and #lt, the line break with #rt and #t, and nothing with #nt', () => {
    expect(render('<#-- c -->a\n  x <#t>\nb')).toBe('a\nx b');
    expect(render('<#-- c -->a\n  x <#lt>\nb')).toBe('a\nx \nb');
    expect(render('<#-- c -->a\n  x <#rt>\nb')).toBe('a\n  x b');
    expect(render('<#-- c -->a\n  <#assign y=1><#nt>\nb')).toBe('a\n  \nb');
  });

  it('takes a text behind a tab for one that does not begin its line', () => {
    expect(render('\t<#t>x')).toBe('\tx');
    expect(render(' <#t>x')).toBe('x');
  });

  it('sees the surroundings of a text after stripping inside adjacent directives', () => {
    expect(render('<#-- c --><#if true><#t></#if> <#assign x=1>\ny')).toBe(' \ny');
    expect(render('<#-- c --><#if true> <#assign x=1> </#if>\ny')).toBe('  \ny');
  });

  it('leaves everything when stripping is off, except where a trim directive asks', () => {
    const settings = { whitespace_stripping: 'false' };
    expect(render('x\n  <#assign a=1>\ny', {}, { settings })).toBe('x\n  \ny');
    expect(render('x\ny<#t>\n z', {}, { settings })).toBe('x\ny z');
  });
});
