import type { StaffRole } from '@tenbin/accounts';
import { roleNames as rolesEn } from '@tenbin/messages/role-names/en';
import { roleNames as rolesJa } from '@tenbin/messages/role-names/ja';
import type { MailTemplates } from '../content.ts';

/** `url`: where the password is chosen; works once. */
export interface InvitationMails {
  userInvitation: { readonly url: string; readonly daysValid: number };
  staffInvitation: { readonly organizationName: string; readonly role: StaffRole; readonly url: string; readonly daysValid: number };
}

export const invitationMails: MailTemplates<InvitationMails> = {
  userInvitation: {
    topic: 'always',
    ja: ({ url, daysValid }) => ({
      subject: 'アカウントへのご招待',
      paragraphs: [
        'お客様のアカウントを用意しました。次のボタンからパスワードを設定すると、すぐにご利用いただけます。',
        `リンクの有効期限は${daysValid}日で、1回だけ使えます。`,
      ],
      action: { label: 'パスワードを設定する', url },
      closing: 'このメールに心当たりがない場合は、何もせずに削除してください。',
    }),
    en: ({ url, daysValid }) => ({
      subject: 'Your account is ready',
      paragraphs: [
        'An account has been prepared for you. Choose a password with this button to start using it.',
        `The link is valid for ${daysValid} days and works once.`,
      ],
      action: { label: 'Choose a password', url },
      closing: 'If you did not expect this, you can ignore this e-mail.',
    }),
  },

  staffInvitation: {
    topic: 'always',
    ja: ({ organizationName, role, url, daysValid }) => ({
      subject: '管理画面へのご招待',
      paragraphs: [
        `${organizationName}の管理画面に招待されました。次のボタンからパスワードを設定してください。`,
        `リンクの有効期限は${daysValid}日で、1回だけ使えます。`,
      ],
      facts: [
        ['組織', organizationName],
        ['権限', rolesJa[`role_${role}`]],
      ],
      action: { label: 'パスワードを設定する', url },
      closing: 'このメールに心当たりがない場合は、何もせずに削除してください。',
    }),
    en: ({ organizationName, role, url, daysValid }) => ({
      subject: 'You are invited to the administration',
      paragraphs: [
        `You are invited to the administration of ${organizationName}. Choose a password with this button.`,
        `The link is valid for ${daysValid} days and works once.`,
      ],
      facts: [
        ['Organization', organizationName],
        ['Role', rolesEn[`role_${role}`]],
      ],
      action: { label: 'Choose a password', url },
      closing: 'If you did not expect this, you can ignore this e-mail.',
    }),
  },
};
