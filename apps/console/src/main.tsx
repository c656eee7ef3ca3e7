import { createApp, startSurface } from '@tenbin/app-kit';
import { loadWords } from './app/load-words.ts';
import { createConsoleRouter } from './app/router.tsx';
import { consoleSurface } from './app/surface.ts';

const page = document.getElementById('root');
if (!page) throw new Error('index.html has no #root');

const app = createApp(consoleSurface, { words: loadWords });
// Not awaited: a page's scripts import this file, which has to be over before.
void startSurface(page, app, createConsoleRouter(app));
