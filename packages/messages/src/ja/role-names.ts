/** What the roles are called of those who manage an organization or the platform. */
export const roleNames = {
  role_operator: '運営者',
  role_observer: '閲覧者',
  role_owner: 'オーナー',
  role_manager: 'マネージャー',
  role_support: 'サポート',
  role_finance: '経理',
} as const;
