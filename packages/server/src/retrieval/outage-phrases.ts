import type { CourtPage } from './court-page.ts'

/**
 * Whether a page says that the court's system is down. Only for pages that nothing else is known about: menus and login
 * pages announce maintenance that is still to come.
 */
export function saysDown({ title, text }: Pick<CourtPage, 'title' | 'text'>): boolean {
  const said = `${title}\n${text}`
  return outage.some((pattern) => pattern.test(said))
}

const outage: readonly RegExp[] = [
  /\b(?:under|undergoing|for|due to|performing|during) (?:(?:a|an|our|the|its|routine|regular|regularly|scheduled|planned|unscheduled|emergency|system|server|site|database|weekly|monthly|nightly|brief) ){0,4}maintenance\b/i,
  /\bmaintenance (?:mode|window|page|outage|is (?:in progress|under ?way))|\bmaintenance in progress\b|\b(?:scheduled|system|site|server|routine|emergency) maintenance\b/i,
  /\b(?:CM\/?ECF|ECF|PACER|ACMS|NextGen|system|site|website|web site|server|service|services|database|application)\b[^.]{0,60}\b(?:is|are|was|has been|have been) (?:(?:currently|temporarily|presently|now|still|taken) ){0,2}(?:unavailable|not available|down|offline|off-line|out of service|inaccessible|experiencing|unreachable)\b/i,
  /\b(?:temporarily|currently) (?:unavailable|down|offline|off-line|out of service|inaccessible)\b/i,
  /\bservice (?:is )?unavailable\b|\btechnical difficult(?:y|ies)\b|\b(?:system|network|service|power|server|site) outage\b|\bdue to an? (?:\w{1,30} )?outage\b/i,
  /\b(?:try|come|check) (?:(?:your|the) request )?(?:again|back) (?:later|shortly|soon|in a few)/i,
]

/** Where servers send people while they are down. */
export const outageAddress =
  /maintenance|outage|sorry(?![a-z])|(?:site|system|service)[-_]?(?:down|unavailable)|\boffline\b/i
