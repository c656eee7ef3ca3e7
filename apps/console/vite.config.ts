import { frontEnd } from '@tenbin/page-build';

/** Fetched when it is first needed, and so not to be joined with what is needed before. */
const late =
  /[\\/](?:ja|en)[\\/.]|[\\/]notifications[\\/]|draw-chart|lightweight-charts|fancy-canvas|-pages\.ts|main\.tsx|index\.html|worker\.ts/;
/** Needed by two parts, and not worth files of their own. */
const small = /[\\/](?:own-path|password-field|language-switch|theme-switch|cause-words|refusals|users)\.tsx?$/;

export default frontEnd({
  basePath: '/',
  chunks: [
    // What most parts need, in one file: a slow connection waits for every one.
    { name: 'shared', test: (id) => !late.test(id), minShareCount: 3 },
    { name: 'shared', test: small, includeDependenciesRecursively: false },
  ],
});
