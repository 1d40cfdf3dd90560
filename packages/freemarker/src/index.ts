/** The engine: reading and rendering templates, their values and errors. Tools around templates have entries of their own. */
export * from './engine.ts';
