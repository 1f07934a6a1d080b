/** The session storage key of an unsent enquiry. */
export const draftKey = 'enquiry-draft'
