import { expect, it } from 'vitest';
import { render } from '../../index.ts';

/** Short words share places by length and first letter: the second of two must not come out as the first. */
it('tells words apart that look alike at first sight', () => {
  const words = [
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
  const upper = words.map((word) => word.toUpperCase());
  for (let turn = 0; turn < 2; turn++) {
    expect(render('<#list words as word>${word?upper_case},</#list>', { words })).toBe(
      upper.map((word) => `${word},`).join(''),
    );
  }
});

it('changes case as the language does, whatever was printed in another before', () => {
  const template = '${"indigo"?upper_case} <#setting locale="tr_TR">${"indigo"?upper_case}';
  expect(render(`\${"indigo"?upper_case} ${template}`, {})).toBe('INDIGO INDIGO İNDİGO');
});
