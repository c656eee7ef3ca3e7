/** What is said where somebody chooses a password. */
export const passwords = {
  passwordsDiffer: 'The passwords differ',
  passwordRules: 'Password requirements',
  ruleLength: '8 to 49 characters',
  ruleUpperCase: 'an upper case letter',
  ruleLowerCase: 'a lower case letter',
  ruleDigit: 'a digit',
  ruleMet: 'done',
  ruleOpen: 'still needed',
  passwordWeak: 'The password does not have everything it needs',
  newPassword: 'New password',
  newPasswordAgain: 'New password (again)',
  forgotTitle: 'Forgot password',
  sendLink: 'Send the link',
  sendLinkAgain: 'Request a new link',
  backToLogin: 'Back to log-in',
  setPassword: 'Set the password',
} as const;
