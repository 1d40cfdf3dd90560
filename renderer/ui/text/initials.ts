/** Up to two initials of a name: "Acme Production" gives "AP", "sandbox" gives "SA". Empty names give "?". */
export function initials(name: string): string {
  const parts = name
    .trim()
    .split(/[\s\-_.]+/u)
    .filter((part) => part !== '');
  const [first, second] = parts;
  if (first === undefined) return '?';
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return letters.join('').toLocaleUpperCase();
}
