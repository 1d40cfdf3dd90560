/**
 * Pairs of a letter from another alphabet and the ASCII letter it resembles in small text. Source: UTS #39.
 */
const pairs = {
  cyrillic: 'аaбbвbгrеeз3іiїiјjкkмmнhоoпnрpсcтtуyхxѕsьbҽeһhӏlԁdԛqԝwѡwѵvґrєeқkңhүyұyҳxғf',
  greek: 'αaβbγyεeηnιiκkνvοoρpτtυuχxωw',
  armenian: 'աwգqզqհhոnսuցgօoյjլl',
  latin: 'ıiɑaɡgɩiɪiɴnʀrʏyʙbʜhʟlᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢzꜱsꞌiǃlǀlƅbƒfʋuðdþp',
  other: 'ძdჿyხbဝoഠo๐0०0০0੦0૦0୦0٥oہoסo〇0ⅼlⅰiⅽcⅾdⅿm',
} as const;

const letters = new Map(
  Object.values(pairs).flatMap((text) => {
    const all = [...text];
    return all.flatMap((letter, at): [string, string][] =>
      at % 2 === 0 ? [[letter, all[at + 1] ?? letter]] : [],
    );
  }),
);

/** The ASCII letter that this one resembles, if any. */
export function lookAlike(letter: string): string | undefined {
  return letters.get(letter);
}
