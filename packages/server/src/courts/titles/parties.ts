const roles =
  'plaintiff|defendant|petitioner|respondent|appellant|appellee|debtor|claimant|movant|intervenor|relator|trustee|garnishee|complainant|cross-?complainant|cross-?defendant|counter-?claimant|counter-?plaintiff|counter-?defendant|counterclaimant|applicant|objector|deceased|decedent|minor|ward|caveator|obligor|obligee|conservatee|third|party|parties|real|interest|possession|in|and|or|the|jointly|administered|alleged|an?|chapter|putative|nominal|reorganized|incapacitated|person|amicus|amici|curiae|a'
const role = new RegExp(`\\b(?:${roles})(?:\\(?s\\)?|['’]s)?(?!\\p{L})`, 'giu')
const named =
  /\b(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|debtor|claimant|movant|intervenor|relator|garnishee|complainant|counterclaimant|deceased|minor|applicant)(?:\(?s\)?)?\b/i

/** Returns whether a text says only in which role the parties above it take part: `Plaintiffs-Appellees,`. */
export function isRoleLine(text: string): boolean {
  if (text.length > 90 || !named.test(text)) return false
  return !/\p{L}|\d{3}/u.test(text.replace(role, ''))
}

/** Returns whether a text only separates the sides. */
export function isVersus(text: string): boolean {
  return /^[-–—_ ]{0,60}(?:v|vs|versus|against)\.?[-–—_ ]{0,60}[,;:]?$/i.test(text)
}

/** Returns whether a text begins the name of a matter without sides. */
export function isInRe(text: string): boolean {
  return /^(?:in re\b|in the matter of\b|in the interest of\b|(?:in the )?(?:matter of the )?estate of\b|ex parte\b|matter of\b|in re:)/i.test(
    text,
  )
}

const courtName =
  /\b(?:courts?|tribunal|commission|appeals board|judicial (?:district|circuit|panel)|board of|bureau of|patent trial|office of administrative)\b/i
const aboutAnotherCourt =
  /^(?:on |direct |cross-)?(?:appeal|petition|certiorari|review|writ|application|clerk|for court use)\b|\bclerk\b|\bcourthouse\b/i

/** Returns whether a text is the name of a court, as it heads a paper. */
export function isCourtName(text: string): boolean {
  return text.length <= 110 && courtName.test(text) && !aboutAnotherCourt.test(text) && !/[a-z]\.$/.test(text)
}
