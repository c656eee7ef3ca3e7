export { TypedConfirm } from '@tenbin/app-kit/staff';
