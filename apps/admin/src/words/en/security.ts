export { security } from '@tenbin/app-kit/words/security/en';
