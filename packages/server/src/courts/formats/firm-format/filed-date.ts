import type { Found } from '@courtcrier/contract/notice.ts'
import type { Court } from '../../directory/court.ts'
import { type CourtTime, isoDate, readCourtTime } from '../../directory/court-time.ts'

interface FiledDate {
  date: Found<string>
  entered?: Found<CourtTime>
}

/**
 * The day stated by a value, as American courts write it, and the time if there is one; undefined if there is no day.
 */
export function readFiledDate(found: Found<string>, court: Court | undefined): FiledDate | undefined {
  const text = found.value.slice(0, 100)
  const written = writtenDate(text)
  const date = written && isoDate(written)
  if (!written || !date) return undefined
  const [, hour = '', minute = '', second, half = '', zone] = clock.exec(text) ?? []
  const time = half
    ? readCourtTime({ date: written, hour, minute, half, ...(second && { second }), ...(zone && { zone }) }, court)
    : undefined
  return { date: { ...found, value: date }, ...(time && { entered: { ...found, value: time } }) }
}

const clock = /\b(\d{1,2}):(\d{2})(?::(\d{2}))? ?([ap])\.?m\b\.?(?: ([A-Z]{2,4}T)\b)?/i

/** The date as month/day/year. */
function writtenDate(text: string): string | undefined {
  const numbers = /\b(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/.exec(text)
  const iso = /\b(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (iso) return `${iso[2]}/${iso[3]}/${iso[1]}`
  if (numbers) return `${numbers[1]}/${numbers[2]}/${numbers[3]}`
  const monthFirst = /\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/i.exec(text)
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})\b/i.exec(text)
  const month = monthOf(monthFirst?.[1] ?? dayFirst?.[2] ?? '')
  return month ? `${month}/${monthFirst?.[2] ?? dayFirst?.[1]}/${(monthFirst ?? dayFirst)?.[3]}` : undefined
}

const months = 'january february march april may june july august september october november december'.split(' ')

function monthOf(word: string): number {
  const name = word.toLowerCase()
  return months.findIndex((month) => month === name || (name.length >= 3 && month.startsWith(name))) + 1
}
