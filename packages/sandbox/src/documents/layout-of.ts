import type { Filing } from '../filings/filing.ts'
import type { Court } from '../world/make-court.ts'
import type { PageLayoutName } from './layouts/layouts.ts'

/** Returns how the first page of a document filed in this court is laid out. */
export function layoutOf(court: Court, { filing, title }: { filing: Filing; title: string }): PageLayoutName {
  if (/^exhibit\b/i.test(title)) return 'exhibit'
  if (court.kind === 'bankruptcy') return 'bankruptcy'
  if (court.kind === 'state') return stateLayout(court)
  const isOrder = filing.enteredBy === undefined
  if (court.kind === 'district' && isOrder) return 'order'
  if (court.kind !== 'district') return isOrder ? 'order' : 'appellate cover'
  if (/CALIFORNIA/.test(court.captionName)) return 'federal, pleading paper'
  const ways = ['federal, brackets', 'federal, title beside', 'federal, plain'] as const
  return ways[Math.abs(filing.number) % ways.length] ?? 'federal, plain'
}

function stateLayout({ system, captionName }: Court): PageLayoutName {
  if (system === 'florida') return 'Florida'
  if (system === 'nyscef') return 'New York'
  if (system === 'oneLegal') return 'California, pleading paper'
  return /TEXAS/.test(captionName) ? 'Texas, section signs' : 'federal, brackets'
}

/** Returns the court's name in the lines in which papers print it. */
export function courtLines({ kind, system, captionName }: Court): readonly string[] {
  if (kind === 'district') return ['UNITED STATES DISTRICT COURT', captionName]
  if (kind === 'bankruptcy') return ['UNITED STATES BANKRUPTCY COURT', captionName]
  if (kind !== 'state') return ['UNITED STATES COURT OF APPEALS', captionName]
  if (system === 'florida') return [`IN THE ${captionName}`, 'IN AND FOR PALM BEACH COUNTY, FLORIDA']
  if (!/TEXAS/.test(captionName)) return captionName.split(', ')
  const [, number = '', county = ''] = /^(\S+) JUDICIAL DISTRICT COURT OF (.+)$/.exec(captionName) ?? []
  return ['IN THE DISTRICT COURT OF', county, `${number} JUDICIAL DISTRICT`]
}
