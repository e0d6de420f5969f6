/** The cookie that holds the id of a session. */
export const cookieName = 'session'

const pattern = new RegExp(`(?:^|;) *${cookieName}=`)

/** Whether a request brings the cookie of a session, live or not. Frames never log in. */
export const hasSessionCookie = (headers: Headers): boolean =>
  pattern.test(headers.get('cookie') ?? '')
