import type { Court } from '../world/make-court.ts'
import { courtTitle, page } from './page.ts'

/** The detour of some courts: the PDF is in the frame, under a temporary address. */
export function framePage(court: Court, temporaryUrl: string): string {
  return page(courtTitle(court), [`<iframe src="${temporaryUrl}" width="100%" height="100%" frameborder="0"></iframe>`])
}

/** The same detour by a script that does nothing but set the location. */
export function redirectPage(court: Court, temporaryUrl: string): string {
  return page(courtTitle(court), [`<script language="JavaScript">window.location="${temporaryUrl}";</script>`])
}

/** A PDF that a court's server printed into its page, where it is damaged beyond use. */
export function inPage(court: Court, pdf: Buffer): string {
  return page(courtTitle(court), ['<p>', pdf.toString('latin1'), '</p>'])
}

/** Asked where a link comes without `use_magic=1`. Sending the form costs nothing and shows the document. */
export function freeLookPage(
  court: Court,
  input: { path: string; fields: readonly (readonly [string, string])[] },
): string {
  const fields = [...input.fields, ['use_magic', '1'] as const]
  return page(courtTitle(court), [
    '<p><b>Free Look</b></p><p>This is your one free look at this document. You will not be billed.</p>',
    `<form action="${input.path}" method="post">`,
    ...fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`),
    '<input type="submit" value="View Document"></form>',
  ])
}
