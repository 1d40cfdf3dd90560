import { describe, expect, it } from 'vitest';
import { compile, render } from '../../index.ts';

describe('numbers in a format that is written out', () => {
  it('follow the settings that hold where they are printed', () => {
    const template = compile(
      '<#list xs as x>${x?string("0.00")} <#if x?index == 1><#setting locale="de_DE"></#if></#list>',
    );
    const model = { xs: [1.5, 2.25, 3.125] };
    expect(template(model)).toBe('1.50 2.25 3,12 ');
    expect(template(model)).toBe('1.50 2.25 3,12 ');
  });

  it('are formatted in the same place as dates and booleans', () => {
    const template = '<#list [1, 0.5, true, 2] as x>${x?string("0.0", "no")!}</#list>';
    expect(() => render(template, {})).toThrow(/needs 1 argument/);
    const mixed = '<#list [1.25, "2024-02-03"?date.iso, 2.5] as x>${x?string("yy")} </#list>';
    expect(render(mixed, {})).toBe('yy1 24 yy2 ');
  });

  it('are rejected every time if the current format is invalid', () => {
    const template = compile('${1?string("0.0")}<#setting number_format="0;;nonsense=1">${2?string("0.0")}');
    expect(() => template({})).toThrow(/nonsense/);
    expect(() => template({})).toThrow(/nonsense/);
  });
});
