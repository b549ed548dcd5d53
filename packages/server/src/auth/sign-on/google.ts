/** How Google names itself. */
export const googleIssuer = 'https://accounts.google.com'
