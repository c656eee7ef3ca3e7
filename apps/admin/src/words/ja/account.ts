export { account } from '@tenbin/app-kit/words/staff/ja';
