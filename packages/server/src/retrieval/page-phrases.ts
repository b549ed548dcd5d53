import type { CourtPage } from './court-page.ts'

/** The meaning of a court's page without a document: a result for the link and a sentence for display. */
export interface PageVerdict {
  verdict: 'spent' | 'sealed' | 'restricted' | 'login' | 'unavailable' | 'refused'
  sentence: string
}

/**
 * Classifies a page by its text; undefined if nothing known is found. The order matters: a page that asks for payment
 * is never anything else, a login page may mention seals in its small print, and only what the court itself calls
 * sealed is sealed (a failed download never is: courtlistener issues 2041, 7940).
 */
export function findPageVerdict(page: CourtPage): PageVerdict | undefined {
  const rule = rules.find(({ matches }) => matches(page))
  return rule && { verdict: rule.verdict, sentence: rule.sentence }
}

/** Whether the page asks for a login, the court's own or the one shared by all federal courts. */
function isLoginPage(page: CourtPage): boolean {
  if (page.hasPasswordField) return true
  const targets = [...page.formActions, ...page.frames, page.redirect ?? '']
  return (
    targets.some((target) => loginAddress.test(target)) ||
    /^PACER:? Login|CM\/ECF Filer or PACER Login/i.test(page.title)
  )
}

/** Where courts send people to log in. Nothing there is ever opened. */
export const loginAddress =
  /pacer\.login\.uscourts\.gov|csologin|\/cgi-bin\/login\.pl(?!\?logout)|pacer\.psc\.uscourts\.gov/i

const says = (pattern: RegExp) => (page: CourtPage) => pattern.test(page.text)
const isCalled = (pattern: RegExp) => (page: CourtPage) => pattern.test(page.title)

const purchase =
  /To accept charges|Accept Charges|account will be billed|Transaction Receipt\b.{0,500}\bCost:|Billable Pages:\s*\d|\bpurchase this document/i

const used =
  /(?:already|previously) been (?:used|viewed|accessed|retrieved)|free look[^.]{0,80}\b(?:used|expired|over|no longer)|(?:link|magic number|free look)\b[^.]{0,40}\b(?:has|is) (?:already )?(?:been )?(?:used|expired|invalid|no longer (?:valid|available))|no longer available free/i

const sealed =
  /\b(?:this|the) document is (?:currently )?(?:sealed|under seal)|\bdocument is sealed\b|could not retrieve dktentry for dlsid/i

const restricted =
  /do not have permission to view this document|do not have access to this document|not available for viewing by non-court users|denied based on Nature of Suit|No matter of public record|access to this document is restricted|document is restricted/i

const sealedSentence =
  "The court says that the document is sealed, so it wasn't retrieved. Sealed documents are never served by a link."
const usedSentence =
  'The free look was already used or has expired. Get the document from a colleague or the filer, and upload it.'

/** A login page has three causes, and courts don't say which. Links live 15 days, and the filer's login opens more. */
export const loginSentence =
  'The court asked for a login: the free look was already used, is older than 15 days, or the document is restricted. ' +
  'Get the document with your own login, and upload it.'

const rules: readonly (PageVerdict & { matches: (page: CourtPage) => boolean })[] = [
  {
    matches: says(purchase),
    verdict: 'refused',
    sentence:
      'The court asked for payment. Courtcrier never buys anything: if you need the document, buy it on PACER and upload it.',
  },
  { matches: says(sealed), verdict: 'sealed', sentence: sealedSentence },
  { matches: says(used), verdict: 'spent', sentence: usedSentence },
  { matches: isLoginPage, verdict: 'login', sentence: loginSentence },
  {
    matches: says(/Client Code is required/i),
    verdict: 'login',
    sentence:
      'The court asked for a PACER login, which a free look never needs. Get the document on PACER, and upload it.',
  },
  { matches: says(/\bSealed Document\b|\bUnder Seal\b/i), verdict: 'sealed', sentence: sealedSentence },
  { matches: isCalled(/\bsealed\b/i), verdict: 'sealed', sentence: sealedSentence },
  {
    matches: says(/do not have access to this transcript/i),
    verdict: 'restricted',
    sentence:
      'The court has not released this transcript yet. Order it from the court reporter, or wait for its release.',
  },
  {
    matches: says(restricted),
    verdict: 'restricted',
    sentence:
      'The court shows this document only to people it has given access. If you are one of them, open the link yourself.',
  },
  {
    matches: says(
      /document is (?:not|no longer|currently not) available|document is (?:currently )?unavailable|document (?:could not be|was not) found/i,
    ),
    verdict: 'unavailable',
    sentence: 'The court says that the document is not available. Ask the clerk or the filer, and upload it.',
  },
  {
    matches: says(/free look/i),
    verdict: 'unavailable',
    sentence: 'The court wants the free look confirmed on its page. Open the link there to do so.',
  },
]
