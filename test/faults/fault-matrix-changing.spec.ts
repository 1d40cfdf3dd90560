import { proveMatrix } from './fault-matrix.ts';

proveMatrix('changing');
