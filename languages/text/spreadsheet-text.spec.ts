import { describe, expect, it } from 'vitest';
import { withoutFormulas } from './spreadsheet-text.ts';

describe('text for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\rtext', "'\rtext"],
    ['＝1+1', "'＝1+1"],
    ['﹦1', "'﹦1"],
    ['  =1+1', "  '=1+1"],
    ['"=1+1', `"'=1+1`],
    ['\uFEFF=1+1', "\uFEFF'=1+1"],
    ['\u200B=1+1', "\u200B'=1+1"],
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a\t@x', "a\t'@x"],
    ['a|=x', "a|'=x"],
    ['a;"=cmd|x', `a;"'=cmd|x`],
    ['a\n=1', "a\n'=1"],
    ['a\r\n+x', "a\r\n'+x"],
    ['=a;=b', "'=a;'=b"],
  ])('turns %j into text', (text, expected) => {
    expect(withoutFormulas(text)).toBe(expected);
  });

  it.each([
    '-5',
    '+5.25',
    '-1,234.5',
    '-.5',
    '1e-5',
    '-1E+10',
    'a-b',
    'a=b',
    'x@y.example',
    'a; b',
    '1;-2;3',
    '',
  ])('leaves %j as it is', (text) => {
    expect(withoutFormulas(text)).toBe(text);
  });
});
