export const legalWords = {
  /** What stands here until an operator's own documents are linked in the brand's settings. */
  legal: {
    unknown: 'この文書はありません',
    contact: 'この文書についてのお問い合わせは、{{name}}のサポートまでご連絡ください。',
    'privacy-policy': 'プライバシーポリシー',
    'privacy-policy1':
      '{{name}}は、アカウントの作成とボットの運用に必要な情報（メールアドレス、任意のお名前・ご連絡先、取引所のAPIキー、取引の記録）だけを取り扱います。',
    'privacy-policy2':
      'APIキーとシークレットは暗号化して保存し、取引の実行と確認のためにのみ使用します。画面に再表示したり、第三者に提供したりすることはありません。',
    'privacy-policy3':
      '法令に基づく場合を除き、ご本人の同意なく情報を第三者に提供しません。開示・訂正・削除のご希望は、サポートまでお申し付けください。',
    'terms-of-service': '利用規約',
    'terms-of-service1':
      '{{name}}は、お客様の取引所口座で、お客様の設定に従って注文を行うソフトウェアです。資産をお預かりすることはありません。',
    'terms-of-service2':
      '暗号資産の価格は大きく変動することがあり、損失が生じる可能性があります。収益の表示は過去の実績または計算上の値で、将来の成果を保証するものではありません。',
    'terms-of-service3': 'APIキーには出金権限を付けないでください。アカウント情報とAPIキーの管理は、お客様の責任で行ってください。',
    'commercial-transactions': '特定商取引法に基づく表記',
    'commercial-transactions1': '販売事業者：{{name}}',
    'commercial-transactions2':
      '料金と支払方法は「プラン管理」の画面に、お申し込みの前に表示します。サービスは、お支払いの確認後すぐにご利用いただけます。解約は同じ画面からいつでもでき、お支払い済みの料金は返金いたしません。代表者、所在地、連絡先は、ご請求いただければ遅滞なくお知らせします。',
    'commercial-transactions3': '動作環境：JavaScriptが有効な最新のブラウザー。',
  },
} as const;
