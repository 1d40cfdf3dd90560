/** The engine: parsing and rendering templates, their values and errors. Tools for templates have separate entries. */
export * from './engine.ts';
