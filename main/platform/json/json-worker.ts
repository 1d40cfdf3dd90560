import { parseInThread } from './parse-in-thread.ts';
import { piecesOf } from './json-pieces.ts';

/** The thread of `readJson`. */
parseInThread(piecesOf);
