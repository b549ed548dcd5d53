/** A docket number as the peer writes it, with the parts it extracts. */
export interface PeerDocketNumber {
  docket_number: string | null
  federal_defendant_number: string | null
  federal_dn_case_type: string | null
  federal_dn_judge_initials_assigned: string | null
  federal_dn_judge_initials_referred: string | null
  federal_dn_office_code: string | null
}

/**
 * Judges' initials are dropped from district and bankruptcy numbers. Appellate numbers are kept whole and have no
 * parts.
 */
export function peerDocketNumber(text: string, court: 'appellate' | 'bankruptcy' | 'district'): PeerDocketNumber {
  if (court === 'appellate') return { docket_number: text, ...noParts }
  const number = withType.exec(text)?.[1] ?? (court === 'bankruptcy' ? short : panel).exec(text)?.[1]
  if (number === undefined) return { docket_number: null, ...noParts }
  return { docket_number: number, ...(court === 'bankruptcy' ? bankruptcyParts(text) : districtParts(text)) }
}

const withType = /(?<!\d)((?:\d{1,2}:)?\d\d-[a-zA-Z]{1,5}-\d{1,10})/
const short = /((?:\d-)?\d\d-\d{0,10})/
const panel = /(MDL No\.\s{1,10}\d{0,10})/

const noParts = {
  federal_defendant_number: null,
  federal_dn_case_type: null,
  federal_dn_judge_initials_assigned: null,
  federal_dn_judge_initials_referred: null,
  federal_dn_office_code: null,
}

const initials = '(?:-(?<assigned>N/A|P1|[a-zA-Z_]{1,5}))?'
const typed = String.raw`(?<office>\d):\d{2}-(?<type>[a-zA-Z0-9]{1,5}|~gr)-\d{5}`
const districtPattern = new RegExp(
  String.raw`${typed}${initials}(?:-(?<referred>[a-zA-Z_]{1,5}))?(?:-(?<defendant>\d{1,3}))?`,
)
const officeLast = /\d{2}-\d{5}-(?<office>\d)-(?<assigned>[a-zA-Z]{2,4})/
const bankruptcyPattern = new RegExp(String.raw`(?:${typed}|\d{2}-\d{5})${initials}`)

function districtParts(text: string): typeof noParts | Record<keyof typeof noParts, string | null> {
  return partsOf(districtPattern.exec(text)?.groups)
}

function bankruptcyParts(text: string): typeof noParts | Record<keyof typeof noParts, string | null> {
  const last = officeLast.exec(text)
  const usual = bankruptcyPattern.exec(text)
  const isLast = last !== null && (usual === null || last.index <= usual.index)
  return partsOf((isLast ? last : usual)?.groups)
}

function partsOf(groups: Record<string, string | undefined> | undefined): Record<keyof typeof noParts, string | null> {
  return {
    federal_defendant_number: groups?.defendant ?? null,
    federal_dn_case_type: groups?.type ?? null,
    federal_dn_judge_initials_assigned: groups?.assigned ?? null,
    federal_dn_judge_initials_referred: groups?.referred ?? null,
    federal_dn_office_code: groups?.office ?? null,
  }
}
