import { answerInThread } from './answer-in-thread.ts';
import { piecesOf } from './json-pieces.ts';

/** The thread of `readJson`. */
answerInThread(piecesOf);
