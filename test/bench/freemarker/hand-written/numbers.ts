const roundingMode = 'halfEven';
const english = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { roundingMode, ...options });

const grouped = english({ maximumFractionDigits: 3 });
const withCents = english({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const scientific = english({ notation: 'scientific', minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = english({ style: 'percent' });
const oneDigit = english({
  useGrouping: false,
  minimumIntegerDigits: 3,
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const swiss = new Intl.NumberFormat('de-CH', { roundingMode, maximumFractionDigits: 3 });

/** This many fraction digits, with ties to even. */
export const fixed = (digits: number): ((value: number) => string) => {
  const format = english({
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (value) => format.format(value);
};

export function numberLine(n: number): string {
  const positive = oneDigit.format(Math.abs(n));
  return (
    `${grouped.format(n)} ${n} ${withCents.format(n)} ${scientific.format(n)} ${percent.format(n)} ` +
    `${n < 0 ? `(${positive})` : positive} ${grouped.format(Math.floor(n + 0.5))}\n`
  );
}

export const swissNumber = (n: number): string => swiss.format(n).replaceAll("'", '’');
