import type { Filing } from '../filings/filing.ts'
import type { Court } from '../world/make-court.ts'

/** The subject as this court writes it; each bankruptcy court has its own way. */
export function noticeSubject(filing: Filing, court: Court): string {
  const { docketNumber, caseName, event, associated, documentNumber } = filing
  if (court.kind === 'district') return `Activity in Case ${docketNumber} ${caseName} ${event}`
  if (court.kind === 'appellate') return `${docketNumber} ${caseName} "${event}"`
  if (court.kind === 'acms')
    return `${caseName} ${docketNumber} - ${String(documentNumber).padStart(3, '0')} - ${event}`
  const others = associated.map((entry) => ` ${entry.docketNumber}`).join('')
  if (court.id === 'deb')
    return `${others === '' ? 'Ch-11 ' : ''}${docketNumber}${others} ${caseName.slice(0, 18)} ${event}`
  if (court.id === 'nysb') return `NEF: ${docketNumber.toLowerCase()} Ch11 ${event} Re: ${caseName}`
  return `Ch-11 ${docketNumber} ${event} - ${caseName.slice(0, 18)}`
}
