import { createApp, startSurface } from '@tenbin/app-kit';
import { loadWords } from './app/load-words.ts';
import { createRouter } from './app/router.tsx';
import { operatorSurface } from './app/surface.ts';

const page = document.getElementById('root');
if (!page) throw new Error('the start page has no #root');

const app = createApp(operatorSurface, { words: loadWords });
// Not awaited: a page's scripts import this file, which has to be over before.
void startSurface(page, app, createRouter(app));
