/** Who does what is audited: a caller of a surface, somebody who is not signed in, a worker by itself, or somebody at the machine. */
export const auditActors = ['user', 'administrator', 'operator', 'visitor', 'worker', 'commandLine'] as const;
export type AuditActor = (typeof auditActors)[number];
