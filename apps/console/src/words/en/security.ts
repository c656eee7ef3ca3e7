import { security } from '@tenbin/app-kit/words/security/en';

export const securityWords = {
  security: {
    ...security,
    effectsNone: 'Your other devices are signed out, and API keys that are stored for your bots are removed.',
    effectsBots:
      'Stops your running bots ({{bots}}) and removes all stored API keys. Enter the keys again afterwards, and start the bots. Your other devices are signed out.',
    passwordChanged: 'The password was changed. Bots stopped: {{stoppedBots}}. API keys removed: {{removedApiKeys}}.',
    email: 'E-mail address',
    emailHelp:
      'Your address is {{email}}. We send a code to the new one. Until you enter it you are signed out here, and your address stays as it is; your bots go on.',
    newEmail: 'New e-mail address',
    sendCode: 'Send the code',
    deleteAccount: 'Delete the account',
    deleteAccountHelp:
      'Deletes your name, your address, your bots and their API keys for good. Trades and payments stay in the books without your name. You can sign up again with the same address, and begin anew.',
    deleteAccountBefore: 'Before that, stop all of your bots, and cancel a plan that you pay for.',
    deleteForGood: 'Delete it for good',
    accountDeleted: 'Your account was deleted. Thank you for having been with us.',
    export: 'Your data',
    exportHelp:
      'Everything that we keep of you as a file: profile, devices, bots with every trade, order and decision, plans, payments and what you did here. Passwords, API keys and other secrets are not in it.',
    exportStart: 'Export your data',
    exportBefore: 'The file is yours alone: keep it safe. You are told by e-mail that it was made.',
    exportSave: 'Save the file',
    exported: 'Your data was exported.',
    signOutOthersHelp: 'Signs out all other devices at once ({{count}}). Your bots go on.',
    apiKeys: 'API keys',
    apiKeysHelp: 'Shows the whole API keys of your exchange accounts. Their secrets are never shown.',
    showKeys: 'Show the keys',
    hideKeys: 'Hide the keys',
    keyRemoved: 'removed',
    keyOfBots: 'Bots: {{bots}}',
    keyWithoutBot: 'No bot trades with it',
    noKeys: 'No keys are stored.',
  },
} as const;
