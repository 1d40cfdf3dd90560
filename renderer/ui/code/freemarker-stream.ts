import { StreamLanguage, type StringStream } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/**
 * State of the highlighter; it has to be right line by line, not to validate the template (the language package does
 * that).
 */
interface FreemarkerState {
  mode: 'text' | 'comment' | 'directive' | 'interpolation' | 'noparse';
  /** Inside a double-quoted string of the text around the directives: usually JSON. */
  textString: boolean;
  /** The quote that ends the current string of an expression. */
  quote: string | undefined;
  /** Number of open braces or brackets within an interpolation or a tag. */
  depth: number;
  afterQuestionMark: boolean;
}

const operators = /^(?:gt|gte|lt|lte|as|in|using|true|false|and|or|not)\b/;

/** Highlights FreeMarker templates: directives, interpolations, built-ins, comments, and strings of the JSON around them. */
export const freemarkerLanguage = StreamLanguage.define<FreemarkerState>({
  name: 'freemarker',
  startState: () => ({
    mode: 'text',
    textString: false,
    quote: undefined,
    depth: 0,
    afterQuestionMark: false,
  }),
  token(stream, state) {
    if (state.mode === 'comment') return readComment(stream, state);
    if (state.mode === 'noparse') return readNoparse(stream, state);
    if (state.mode === 'text') return readText(stream, state);
    return readExpression(stream, state);
  },
  blankLine(state) {
    // A JSON string never spans lines: an open quote must not affect the rest of the template.
    if (state.mode === 'text') state.textString = false;
  },
  languageData: {
    commentTokens: { block: { open: '<#--', close: '-->' } },
    closeBrackets: { brackets: ['(', '[', '{', '"', "'"] },
  },
  tokenTable: {
    directive: tags.keyword,
    interpolation: tags.special(tags.variableName),
    templateBuiltIn: tags.function(tags.variableName),
    text: tags.content,
  },
});

function readComment(stream: StringStream, state: FreemarkerState): string {
  if (stream.skipTo('-->')) {
    stream.match('-->');
    state.mode = 'text';
  } else stream.skipToEnd();
  return 'comment';
}

function readNoparse(stream: StringStream, state: FreemarkerState): string | null {
  if (stream.match('</#noparse>')) {
    state.mode = 'text';
    return 'directive';
  }
  if (!stream.skipTo('</#noparse>')) stream.skipToEnd();
  return null;
}

function readText(stream: StringStream, state: FreemarkerState): string | null {
  if (stream.sol()) state.textString = false;
  if (stream.match('<#--')) {
    state.mode = 'comment';
    return readComment(stream, state);
  }
  if (stream.match('<#noparse>')) {
    state.mode = 'noparse';
    return 'directive';
  }
  if (stream.match(/^<\/[#@][\w.]*\s*>/)) return 'directive';
  if (stream.match(/^<#[a-zA-Z]+/) || stream.match(/^<@[\w.]+/)) {
    if (stream.match(/^\/?>/)) return 'directive';
    state.mode = 'directive';
    state.depth = 0;
    return 'directive';
  }
  if (stream.match('${') || stream.match('#{')) {
    state.mode = 'interpolation';
    state.depth = 0;
    return 'interpolation';
  }
  const character = stream.next();
  if (character === '"') {
    state.textString = !state.textString;
    return 'string';
  }
  if (state.textString) {
    if (character === '\\') stream.next();
    else stream.eatWhile(/[^"\\$#<]/);
    return 'string';
  }
  if (character !== undefined && /[-\d]/.test(character) && stream.match(/^\d*(?:\.\d+)?(?=[\s,\]}]|$)/))
    return 'number';
  stream.eatWhile(/[^"$#<\-\d]/);
  return null;
}

function readExpression(stream: StringStream, state: FreemarkerState): string | null {
  const base = state.mode === 'interpolation' ? 'interpolation' : null;
  if (state.quote !== undefined) return readQuoted(stream, state);
  if (stream.eatSpace()) return base;
  if (state.mode === 'interpolation' && state.depth === 0 && stream.eat('}'))
    return leave(state, 'interpolation');
  if (state.mode === 'directive' && state.depth === 0 && stream.match(/^\/?>/))
    return leave(state, 'directive');
  if (stream.match('?')) {
    if (!stream.eat('?')) state.afterQuestionMark = true;
    return base;
  }
  if (stream.match(/^[A-Za-z_@$][\w@$]*/)) return readName(stream, state);
  state.afterQuestionMark = false;
  if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
  const character = stream.next();
  if (character === '"' || character === "'") {
    state.quote = character;
    return 'string';
  }
  if (character !== undefined && '([{'.includes(character)) state.depth += 1;
  if (character !== undefined && ')]}'.includes(character)) state.depth = Math.max(0, state.depth - 1);
  return base;
}

function readName(stream: StringStream, state: FreemarkerState): string {
  const isBuiltIn = state.afterQuestionMark;
  state.afterQuestionMark = false;
  if (isBuiltIn) return state.mode === 'interpolation' ? 'interpolation' : 'templateBuiltIn';
  const name = stream.current();
  if (operators.test(name) && operators.exec(name)?.[0] === name) return 'directive';
  return 'interpolation';
}

function readQuoted(stream: StringStream, state: FreemarkerState): string {
  let escaped = false;
  for (let character = stream.next(); character !== undefined; character = stream.next()) {
    if (!escaped && character === state.quote) {
      state.quote = undefined;
      break;
    }
    escaped = !escaped && character === '\\';
  }
  return 'string';
}

function leave(state: FreemarkerState, token: string): string {
  state.mode = 'text';
  return token;
}
