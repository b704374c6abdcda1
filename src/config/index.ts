export { personFile, projectFile, projectFileName } from './files.ts';
export { nearest } from './nearest.ts';
export * from './options.ts';
export { adding, type ConfigProblem, nameOf, type Place, type ReadConfig, readConfig } from './read.ts';
export { configSchema } from './schema.ts';
