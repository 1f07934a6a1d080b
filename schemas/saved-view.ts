/** Those of the table `saved_views`; a test compares. */
export const maxViewName = 60
export const maxViewQuery = 2000
export const maxViews = 50
