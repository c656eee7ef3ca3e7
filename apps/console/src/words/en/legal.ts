export const legalWords = {
  /** What stands here until an operator's own documents are linked in the brand's settings. */
  legal: {
    unknown: 'There is no such document',
    contact: 'If you have any questions about this document, please contact the support of {{name}}.',
    'privacy-policy': 'Privacy policy',
    'privacy-policy1':
      '{{name}} handles only what your account and your bots need: your e-mail address, your name and contact if you enter them, API keys of your exchange, and the records of trades.',
    'privacy-policy2':
      'API keys and secrets are stored encrypted, and used only to place and to check orders. They are not shown again and not passed on.',
    'privacy-policy3':
      'Nothing is given to third parties without your consent, except where the law demands it. Ask support to see, correct or delete your data.',
    'terms-of-service': 'Terms of service',
    'terms-of-service1':
      '{{name}} is software that places orders on your own exchange account, by your own settings. It does not hold your assets.',
    'terms-of-service2':
      'Prices of crypto assets can change greatly, and losses are possible. Profits shown are of the past or calculated; they promise nothing for the future.',
    'terms-of-service3': 'Use API keys without withdrawal permission. You are responsible for keeping your account and your keys safe.',
    'commercial-transactions': 'Legal notice',
    'commercial-transactions1': 'Seller: {{name}}',
    'commercial-transactions2':
      'Prices and ways to pay are shown under Plan management before you order. The service can be used as soon as your payment is confirmed. You can cancel there at any time; what has been paid is not refunded. The representative, address and contact are disclosed without delay on request.',
    'commercial-transactions3': 'Requires a current browser with JavaScript.',
  },
} as const;
