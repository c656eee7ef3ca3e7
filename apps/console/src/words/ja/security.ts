import { security } from '@tenbin/app-kit/words/security/ja';

export const securityWords = {
  security: {
    ...security,
    effectsNone: 'ほかの端末からログアウトし、ボットのために保存したAPIキーを削除します。',
    effectsBots:
      '稼働中のボット（{{bots}}）を停止し、保存済みのAPIキーをすべて削除します。変更後にAPIキーを再度入力し、ボットを開始してください。ほかの端末からはログアウトします。',
    passwordChanged: 'パスワードを変更しました。停止したボット：{{stoppedBots}}、削除したAPIキー：{{removedApiKeys}}。',
    email: 'メールアドレス',
    emailHelp:
      '現在のメールアドレスは {{email}} です。新しいアドレスにコードをお送りします。コードを入力するまで、この端末ではログアウトした状態になり、メールアドレスは変わりません。ボットは稼働を続けます。',
    newEmail: '新しいメールアドレス',
    sendCode: 'コードを送信する',
    deleteAccount: 'アカウントを削除する',
    deleteAccountHelp:
      'お名前、ご連絡先、ボットとそのAPIキーを完全に削除します。取引とお支払いの記録は、お名前を除いて帳簿に残ります。同じメールアドレスで新しく登録することもできます。',
    deleteAccountBefore: '削除する前に、すべてのボットを停止し、お支払い中のプランを解約してください。',
    deleteForGood: '完全に削除する',
    accountDeleted: 'アカウントを削除しました。これまでのご利用ありがとうございました。',
    export: 'アカウントのデータ',
    exportHelp:
      '当サービスが保存しているデータ（プロフィール、端末、ボットとそのすべての約定・注文・動作ログ、プラン、お支払い、操作の記録）を1つのファイルに書き出します。パスワードやAPIキーなどの機密情報は含まれません。',
    exportStart: 'データを書き出す',
    exportBefore: 'ファイルには個人情報が含まれます。安全な場所に保管してください。書き出したことをメールでお知らせします。',
    exportSave: 'ファイルを保存する',
    exported: 'データを書き出しました。',
    signOutOthersHelp: 'ほかの{{count}}台の端末からすぐにログアウトします。ボットは稼働を続けます。',
    apiKeys: 'APIキー',
    apiKeysHelp: '取引所口座のAPIキーを省略せずに表示します。シークレットは表示されません。',
    showKeys: 'キーを表示する',
    hideKeys: 'キーを隠す',
    keyRemoved: '削除済み',
    keyOfBots: 'ボット：{{bots}}',
    keyWithoutBot: 'このキーを使うボットはありません',
    noKeys: '保存されているキーはありません。',
  },
} as const;
