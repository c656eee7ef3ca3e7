import { createApp, startSurface } from '@tenbin/app-kit';
import { createRouter } from './app/router.tsx';
import { operatorSurface } from './app/surface.ts';
import { loadWords } from './app/words.ts';

const page = document.getElementById('root');
if (!page) throw new Error('the start page has no #root');

const app = createApp(operatorSurface, { words: loadWords });
await startSurface(page, app, createRouter(app));
