/** What the roles are called of those who manage an organization or the platform. */
export const roleNames = {
  role_operator: 'Operator',
  role_observer: 'Observer',
  role_owner: 'Owner',
  role_manager: 'Manager',
  role_support: 'Support',
  role_finance: 'Finance',
} as const;
