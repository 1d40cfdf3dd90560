/** Sources in TypeScript do not run from `node_modules`: what is published is built first. Runs before `npm pack` and `npm publish`. */
process.stderr.write(
  'This folder holds sources. Run `npm run package --workspace packages/freemarker` instead.\n',
);
process.exitCode = 1;
