/** What is wrong with a text that should be JSON, and at which offset. */
export interface JsonProblem {
  readonly offset: number;
  readonly message: string;
}

/** The first problem of a text as JSON, or undefined if it is valid. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  const validator = new JsonValidator(text);
  return validator.validate();
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;
// eslint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings
const STRING_PART = /[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type Open = { readonly kind: 'object' | 'array'; count: number };

class JsonValidator {
  private readonly text: string;
  private at = 0;
  private readonly open: Open[] = [];

  constructor(text: string) {
    this.text = text;
  }

  validate(): JsonProblem | undefined {
    // What may come next: a value, a value or the end of an empty array, or what follows a value.
    let expected: 'value' | 'first' | 'rest' = 'value';
    for (;;) {
      this.skipBlanks();
      if (expected === 'rest') {
        const step = this.afterValue();
        if (step === 'done') return undefined;
        if (typeof step === 'object') return step;
        expected = step;
        continue;
      }
      const step = this.value(expected === 'first');
      if (typeof step === 'object') return step;
      expected = step;
    }
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && ' \t\n\r'.includes(this.text.charAt(this.at))) this.at++;
  }

  private problem(message: string): JsonProblem {
    return {
      offset: this.at,
      message: this.at >= this.text.length ? `The JSON ends too early: ${message}` : message,
    };
  }

  private value(mayEnd: boolean): 'first' | 'value' | 'rest' | JsonProblem {
    const ch = this.text.charAt(this.at);
    if (ch === '{') {
      this.at++;
      this.open.push({ kind: 'object', count: 0 });
      return this.member(true) ?? this.afterOpeningObject();
    }
    if (ch === '[') {
      this.at++;
      this.open.push({ kind: 'array', count: 0 });
      return 'first';
    }
    if (ch === ']' && mayEnd) return this.close();
    if (ch === '"') return this.string() ?? 'rest';
    for (const shape of [NUMBER, LITERAL]) {
      shape.lastIndex = this.at;
      const found = shape.exec(this.text)?.[0];
      if (found !== undefined) {
        this.at += found.length;
        return 'rest';
      }
    }
    return this.problem('a value is expected here.');
  }

  /** An object that was just opened either ended at once or now waits for its first value. */
  private afterOpeningObject(): 'value' | 'rest' {
    return this.text.charAt(this.at - 1) === '}' ? 'rest' : 'value';
  }

  /** Reads `"name" :`; in a new object also its end. A problem, or undefined. */
  private member(isFirst: boolean): JsonProblem | undefined {
    this.skipBlanks();
    if (isFirst && this.text.charAt(this.at) === '}') {
      this.close();
      return undefined;
    }
    if (this.text.charAt(this.at) !== '"') return this.problem('a member name in quotes is expected here.');
    const problem = this.string();
    if (problem !== undefined) return problem;
    this.skipBlanks();
    if (this.text.charAt(this.at) !== ':') return this.problem('a colon is expected here.');
    this.at++;
    return undefined;
  }

  private close(): 'rest' {
    this.at++;
    this.open.pop();
    return 'rest';
  }

  private afterValue(): 'done' | 'value' | 'rest' | JsonProblem {
    const ch = this.text.charAt(this.at);
    const around = this.open.at(-1);
    if (around === undefined) {
      return this.at >= this.text.length
        ? 'done'
        : this.problem('nothing more is expected after the JSON value.');
    }
    if (ch === (around.kind === 'array' ? ']' : '}')) return this.close();
    if (ch !== ',') {
      return this.problem(`a comma or ${around.kind === 'array' ? ']' : '}'} is expected here.`);
    }
    this.at++;
    if (around.kind === 'array') return 'value';
    return this.member(false) ?? 'value';
  }

  private string(): JsonProblem | undefined {
    this.at++;
    for (;;) {
      if (this.text.charAt(this.at) === '"') {
        this.at++;
        return undefined;
      }
      STRING_PART.lastIndex = this.at;
      const found = STRING_PART.exec(this.text)?.[0];
      if (found === undefined) {
        return this.problem(
          this.at >= this.text.length ? 'a string is not closed.' : 'this must be escaped in a string.',
        );
      }
      this.at += found.length;
    }
  }
}
