export { stringComparator, type StringComparator } from './java-collator.ts';
