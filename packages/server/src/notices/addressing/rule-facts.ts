import type { Notice } from '@courtcrier/contract/notice.ts'
import type { RuleFacts } from '@courtcrier/contract/rule-facts.ts'
import { namesOfCourt } from '../../courts/directory/court.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import type { CaseFacts } from './find-people.ts'

/** The facts of a notice and of the firm's cases in it that rules can test. */
export function factsOf(
  notice: Notice,
  { cases, receivedAt, timeZone }: { cases: readonly CaseFacts[]; receivedAt: string; timeZone: string | null },
): RuleFacts {
  const court = findCourt(notice.courtId.value)
  const texts = [notice.docketText?.value, ...notice.cases.map(({ docketText }) => docketText?.value)]
  return {
    courts: known([notice.courtId.value, ...namesOfCourt(court), ...cases.map((each) => each.jurisdiction)]),
    events: known([notice.event?.value]),
    docketTexts: known(texts),
    documentTitles: known(notice.documents.map(({ description }) => description.value)),
    judges: known(cases.map((each) => each.judge)),
    caseNames: known([...notice.cases.map(({ name }) => name?.value), ...cases.map((each) => each.name)]),
    caseNumbers: known([
      ...notice.cases.map(({ docketNumber }) => docketNumber.value),
      ...cases.map((each) => each.number),
    ]),
    matters: known(cases.flatMap((each) => [each.matter, each.matterNumber])),
    clients: known(cases.flatMap((each) => [each.client, each.clientNumber])),
    parties: known([notice.filer?.value, ...notice.recipients.map(({ onBehalfOf }) => onBehalfOf)]),
    time: clockOf(receivedAt, timeZone ?? 'UTC'),
  }
}

/** Each value once, without missing ones. */
export function known(values: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value): value is string => Boolean(value)))]
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time in a zone: `17:05`. Caches formatters: creating one takes longer than everything else here. */
export function clockOf(isoTime: string, zone: string): string {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  clocks.set(zone, clock)
  return clock.format(new Date(isoTime))
}
