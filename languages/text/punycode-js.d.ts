/** The package has no types. */
declare module 'punycode.js' {
  const punycode: {
    /** Converts every label with non-ASCII letters to punycode. */
    readonly toASCII: (host: string) => string;
    /** Decodes every punycode label of a host. Throws `RangeError` if one can't be decoded. */
    readonly toUnicode: (host: string) => string;
  };
  export default punycode;
}
