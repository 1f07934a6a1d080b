// First parts of addresses that are the product's own: a page there could not be reached.
export const reservedPaths = [
  ...[
    'admin',
    'auth',
    'oauth',
    'preview',
    'site-pictures',
    'enquiry-photos',
    'calendar',
    'review-requests',
    'contact-us',
  ],
  ...['api', 'rest', 'storage', 'functions', 'assets', 'healthz', 'metrics', '404'],
]

export const isReserved = (path: string): boolean =>
  reservedPaths.includes(path.split('/')[1] ?? '')

/** Pages that menus, mails and forms link to by their address. */
export const fixedPaths: Record<string, string> = {
  'pages/home': '/',
  'pages/about': '/about',
  'pages/contact': '/contact-us',
  'pages/privacy-policy': '/privacy-policy',
  'pages/terms': '/terms',
}
