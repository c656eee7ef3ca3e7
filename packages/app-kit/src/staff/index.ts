export { AccountParts } from './account-parts.tsx';
export { AuditFilters, type AuditQuery, auditFilterOf } from './audit-filters.tsx';
export { AuditRow } from './audit-row.tsx';
export { BillView } from './bill-view.tsx';
export { MembersPage } from './members-page.tsx';
export { StaffSecurityPage } from './security-page.tsx';
export { StopReceipt } from './stop-receipt.tsx';
export { TypedConfirm } from './typed-confirm.tsx';
