/** Days since 1899-12-30, as a spreadsheet counts them; 0 for what it cannot count. */
export interface DayCounter {
  ofDate: (date: string) => number
  /** By the clock of the zone. */
  ofMoment: (moment: string) => number
}

const dayMs = 86_400_000
const start = Date.UTC(1899, 11, 30)
/** Excel takes 1900 for a leap year: what lies before 1 March 1900 is another day there. */
const firstDay = 61

export function makeDayCounter(zone: string): DayCounter {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  })
  // The zone's distance changes on the hour, and rows of one table lie close together.
  const offsets = new Map<number, number>()
  const offsetOf = (hour: number) => {
    const known = offsets.get(hour)
    if (known !== undefined) return known
    if (offsets.size > 10_000) offsets.clear()
    const parts = Object.fromEntries(format.formatToParts(hour * quarterMs).map(({ type, value }) => [type, value]))
    const shown = Date.UTC(Number(parts.year), Number(parts.month) - 1, Number(parts.day), Number(parts.hour))
    const minutes = new Intl.DateTimeFormat('en-US', { timeZone: zone, minute: 'numeric' }).format(hour * quarterMs)
    const offset = shown + Number(minutes) * 60_000 - hour * quarterMs
    offsets.set(hour, offset)
    return offset
  }
  const count = (time: number) => {
    const days = (time - start) / dayMs
    return Number.isNaN(days) || days < firstDay ? 0 : days
  }
  return {
    ofDate: (date) => count(Date.parse(`${date}T00:00:00Z`)),
    ofMoment: (moment) => {
      const time = Date.parse(moment)
      return Number.isNaN(time) ? 0 : count(time + offsetOf(Math.floor(time / quarterMs)))
    },
  }
}

/** Zones change on quarters of an hour. */
const quarterMs = 900_000
