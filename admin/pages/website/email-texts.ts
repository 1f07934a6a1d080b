// Documents that are the texts of emails: no page shows them.
export const isEmailText = (key: string) => key === 'answers' || key === 'review-request'
