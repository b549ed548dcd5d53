import type { Refusal } from '../filings/behaviour.ts'
import type { Court } from '../world/make-court.ts'
import { courtTitle, page } from './page.ts'

/** Returns the page for used, expired and unknown links alike: courts don't say which. */
export function loginPage(): string {
  return page('PACER: Login', [
    '<h1>PACER Login</h1>',
    '<p>Your browser must be set to accept cookies in order to log in to this site.</p>',
    '<form id="loginForm" action="/cgi-bin/login.pl" method="post">',
    '<label>Username <input type="text" name="loginForm:loginName"></label>',
    '<label>Password <input type="password" name="loginForm:password"></label>',
    '<label>Client Code <input type="text" name="loginForm:clientCode"></label>',
    '<button type="submit">Login</button></form>',
    '<p>This is a restricted government system for official judiciary business only.</p>',
  ])
}

/** Returns the page a court shows in place of a document, in the court's own words. */
export function refusalPage(court: Court, refusal: Exclude<Refusal, 'away'>): string {
  if (refusal === 'login') return filerLoginPage()
  return page(
    courtTitle(court),
    words[refusal].map((line) => `<p>${line}</p>`),
  )
}

const words: Readonly<Record<Exclude<Refusal, 'away' | 'login'>, readonly string[]>> = {
  sealed: ['<b>This document is SEALED.</b>', 'You do not have permission to view this document.'],
  sealedEntry: ['<b>ERROR:</b> could not retrieve dktentry for dlsid'],
  restricted: ['<b>You do not have permission to view this document.</b>'],
  transcript: [
    '<b>You do not have access to this transcript.</b>',
    'Release of Transcript Restriction has not passed.',
  ],
  notAvailable: ['<b>This document is not available.</b>'],
  clientCode: ['<b>Client Code is required.</b>', 'Please enter the client code for this PACER session.'],
  price: [
    "To accept charges shown below, click on the 'View Document' button, otherwise click the 'Back' button on your browser.",
    '<b>PACER Service Center<br>Transaction Receipt</b>',
    'Description: Image &nbsp; Billable Pages: 3 &nbsp; Cost: 0.30',
    '<form method="post" action="/cgi-bin/purchase.pl"><input type="submit" value="View Document">' +
      '<input type="submit" value="Accept Charges and Retrieve Document"></form>',
  ],
}

/**
 * Returns the page for Social Security and immigration cases: only the filer's own login opens the link, and a PACER
 * login uses it up.
 */
function filerLoginPage(): string {
  return page('CM/ECF Filer or PACER Login', [
    '<h1>CM/ECF Filer or PACER Login</h1>',
    '<p><b>Notice</b> Access to documents in this case is restricted. Log in with your CM/ECF filer account.</p>',
    '<form action="https://pacer.login.uscourts.gov/csologin/login.jsf" method="post">',
    '<input type="text" name="login"><input type="password" name="key"><input type="submit" value="Login"></form>',
  ])
}

export function errorPage(): string {
  return '<html><head><title>500 Internal Server Error</title></head><body><h1>Internal Server Error</h1></body></html>\n'
}
