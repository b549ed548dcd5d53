import type { cadences, deliveryMethods } from './delivery-methods.ts'

export type DeliveryMethod = Exclude<(typeof deliveryMethods)[number], 'INHERIT_METHOD'>
export type Cadence = Exclude<(typeof cadences)[number], 'INHERIT_CADENCE'>

/** The levels of a setting, from the closest to the person to the farthest. */
export const deliveryLevels = ['timekeeper', 'timekeeper_group', 'firm', 'default'] as const
export type DeliveryLevel = (typeof deliveryLevels)[number]

/** The value of a setting, and its level. */
export interface Settled<Value> {
  value: Value
  level: DeliveryLevel
}

/** How a person is notified. */
export interface DeliverySettings {
  method: Settled<DeliveryMethod>
  cadence: Settled<Cadence>
  /** Null: the built-in template. */
  templateId: Settled<string | null>
  /** The time of the daily message, `17:00`, in `timeZone`. */
  time: Settled<string>
  timeZone: Settled<string>
}

/** The settings of one level; an empty value or `INHERIT_…` defers to the next level. */
export interface LevelSettings {
  method?: string | null
  cadence?: string | null
  templateId?: string | null
  time?: string | null
  timeZone?: string | null
}

/** The defaults when nothing is set. */
const usual = { method: 'PDF', cadence: 'REALTIME', time: '17:00', timeZone: 'UTC' } as const

/** Returns the settings that apply to a person, each from the closest level that has one. */
export function settleDelivery(
  levels: Readonly<Partial<Record<Exclude<DeliveryLevel, 'default'>, LevelSettings>>>,
): DeliverySettings {
  const settle = (key: keyof LevelSettings, fallback: string | null): Settled<string | null> => {
    for (const level of deliveryLevels) {
      const value = level === 'default' ? undefined : levels[level]?.[key]
      if (value && !value.startsWith('INHERIT_')) return { value, level }
    }
    return { value: fallback, level: 'default' }
  }
  return {
    method: settle('method', usual.method) as Settled<DeliveryMethod>,
    cadence: settle('cadence', usual.cadence) as Settled<Cadence>,
    templateId: settle('templateId', null),
    time: settle('time', usual.time) as Settled<string>,
    timeZone: settle('timeZone', usual.timeZone) as Settled<string>,
  }
}

/** Whether a cadence notifies in real time, in the daily digest, both, or not at all. */
export const cadenceTraits: Readonly<Record<Cadence, { isRealtime: boolean; isDaily: boolean }>> = {
  REALTIME: { isRealtime: true, isDaily: false },
  DAILY: { isRealtime: false, isDaily: true },
  DAILY_AND_REALTIME: { isRealtime: true, isDaily: true },
  NEVER: { isRealtime: false, isDaily: false },
}
