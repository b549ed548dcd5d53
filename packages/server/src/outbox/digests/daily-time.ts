import { type LevelSettings, settleDelivery } from '@courtcrier/contract/delivery-settings.ts'
import type { ZonedTime } from '@courtcrier/lib/zoned-time.ts'

/** When a firm, or one of its preference groups, gets its daily message. */
export function dailyTimeOf(firm: LevelSettings, group?: LevelSettings | null): ZonedTime {
  const { time, timeZone } = settleDelivery({ firm, ...(group && { timekeeper_group: group }) })
  // A time zone this version of Node doesn't know must not hold back everyone's messages.
  return { time: time.value.slice(0, 5), timeZone: isTimeZone(timeZone.value) ? timeZone.value : 'UTC' }
}

const known = new Map<string, boolean>()

function isTimeZone(name: string): boolean {
  const found = known.get(name) ?? canUse(name)
  known.set(name, found)
  return found
}

function canUse(name: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
