import { proveMatrix } from './fault-matrix.ts';

proveMatrix('taking back');
