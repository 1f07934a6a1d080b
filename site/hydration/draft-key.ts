/** Where the tab keeps an enquiry that has been typed and not sent. */
export const draftKey = 'enquiry-draft'
