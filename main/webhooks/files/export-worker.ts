import { parseInThread } from '../../platform/json/parse-in-thread.ts';
import { condenseExport, piecesOfExport } from './condensed-export.ts';

/** The thread behind `readExportFile`: a file is validated where it is parsed, and only what is shown is transferred. */
parseInThread(async (value, text) => piecesOfExport(await condenseExport(value, text)));
