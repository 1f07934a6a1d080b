// User-facing texts for the auth service's error codes.
export const switchedOff =
  'This account has been switched off. Ask an administrator to switch it on again.'

/** For the toast, where the service's own message is for developers. */
export const noticeTexts = new Map([['user_banned', 'The account is disabled']])

/** For the form. The service's own messages are short, and some are for developers. */
export const problemTexts = new Map([
  ['invalid_credentials', 'The email address or the password is wrong. Check both and try again.'],
  ['user_banned', switchedOff],
  ['email_not_confirmed', 'Confirm your email address first. Check your email for the link.'],
  ['user_already_exists', 'There is an account with this email address. Try signing in.'],
  ['over_request_rate_limit', 'Too many tries. Wait a few minutes, then try again.'],
  [
    'over_email_send_rate_limit',
    'An email was sent a moment ago. Check your email, or try again in a minute.',
  ],
  ['mfa_verification_failed', 'That code is not right, or its time is up. Enter the newest one.'],
  ['invalid_code', 'That is no recovery code of yours, or it has been used. Try another one.'],
  ['too_many_tries', 'Too many tries. Wait a few minutes, then try again.'],
  ['otp_expired', 'That code is wrong or has expired. Check it, or ask for another email.'],
  ['same_password', 'That is your present password. Choose another one.'],
])
