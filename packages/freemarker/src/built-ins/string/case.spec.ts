import { expect, it } from 'vitest';
import { render } from '../../index.ts';

/** Short words share places by length and first letter: the second of two must not come out as the first. */
it('distinguishes similar texts', () => {
  const lower = [
    'low',
    'lax',
    'low',
    'æsc',
    'äsc',
    '',
    'straße',
    'strata',
    'a',
    'b',
    'thirteen chars',
    'low',
  ];
  const upper = lower.map((text) => text.toUpperCase());
  for (let turn = 0; turn < 2; turn++) {
    expect(render('<#list texts as text>${text?upper_case},</#list>', { texts: lower })).toBe(
      upper.map((text) => `${text},`).join(''),
    );
  }
});

it('changes case as the language does, whatever was printed in another before', () => {
  const template = '${"indigo"?upper_case} <#setting locale="tr_TR">${"indigo"?upper_case}';
  expect(render(`\${"indigo"?upper_case} ${template}`, {})).toBe('INDIGO INDIGO İNDİGO');
});
