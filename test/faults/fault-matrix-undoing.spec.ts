import { proveMatrix } from './fault-matrix.ts';

proveMatrix('rolling back');
