/** What every front end says before anything is fetched: apart, so that a page which shows all refusals does not put them there. */

export const signinRequired = { text: 'Please log in.', advice: 'Then try again.' } as const;
export const sessionTimeout = { text: 'Please log in', advice: 'Your session has expired.' } as const;
export const emailRequired = { text: 'Please enter your Email Address', advice: 'Enter it like name@example.com.' } as const;
export const invalidEmail = { text: 'Invalid Email Address', advice: 'Enter it like name@example.com.' } as const;
