import { frontEnd } from '@tenbin/page-build';

export default frontEnd({
  basePath: '/',
  // A page's file has what later ones share with it: the main pages come after those that a mail leads to, the bots' after both.
  chunks: [
    { name: 'mailed', test: /[\\/]mailed-pages\.ts$/, priority: 1 },
    { name: 'main', test: /[\\/]main-pages\.ts$/ },
  ],
});
