const names: Record<string, string> = {
  signup: 'Link to confirm an account',
  invite: 'Invitation',
  magiclink: 'Sign-in link',
  recovery: 'Link to choose a new password',
  email_change: 'Link to confirm a change of address',
  reauthentication: 'Code to confirm a change',
  recovery_code_used: 'Notice that a recovery code was used',
}

/** What a mail to the owner of an account is about, as a list calls it. */
export function nameOfMail(about: unknown): string {
  return (typeof about === 'string' && names[about]) || 'Account mail'
}
