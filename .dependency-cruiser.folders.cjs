// Folders form layers as files do, also by types alone. Specs are left out: they stand beside the code and import test/.
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-circular-folders',
      severity: 'error',
      comment: 'Move what both folders need into a folder below them.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: '(^|/)(dist|test|node_modules)/|^languages/|\\.spec\\.ts$' } },
};
