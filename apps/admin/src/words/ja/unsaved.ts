export { unsaved } from '@tenbin/app-kit/words/unsaved/ja';
