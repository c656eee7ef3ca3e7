import { members } from '@tenbin/app-kit/words/staff/ja';

export const administrators = {
  ...members,
  title: '管理者',
  members: '管理者の一覧',
  inviteTitle: '管理者を招待する',
  removeTitle: '管理者を削除しますか',
  removeHelp: '{{email}}はすぐにログアウトされ、管理画面を利用できなくなります。操作の記録は残ります。',
  may_owner: 'オーナーは、設定と管理者の変更を含むすべての操作ができます。',
  may_manager: 'マネージャーは、ユーザー、ボット、プラン、メールを管理できます。',
  may_support: 'サポートは、閲覧とボットの停止ができます。',
  may_finance: '経理は、請求とお支払いの閲覧、データの書き出しができます。',
} as const;
