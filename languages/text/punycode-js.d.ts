/** The package brings no types. */
declare module 'punycode.js' {
  const punycode: {
    /** Every label with letters beyond ASCII as punycode. */
    readonly toASCII: (host: string) => string;
    /** Every label of a host that is punycode as the text it stands for. Throws `RangeError` where one cannot be read. */
    readonly toUnicode: (host: string) => string;
  };
  export default punycode;
}
