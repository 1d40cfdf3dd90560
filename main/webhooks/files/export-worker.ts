import { answerInThread } from '../../platform/json/answer-in-thread.ts';
import { condenseExport, piecesOfExport } from './condensed-export.ts';

/** The thread behind `readExportFile`: a file is read and checked where it is parsed, and only what is shown of it is handed over. */
answerInThread(async (value, text) => piecesOfExport(await condenseExport(value, text)));
