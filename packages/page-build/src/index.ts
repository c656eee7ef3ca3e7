export { frontEnd, staffFrontEnd } from './front-end.ts';
