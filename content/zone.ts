/** The company's time zone: opening hours, due times and every date that is shown. */
export const zone = 'Europe/London'
