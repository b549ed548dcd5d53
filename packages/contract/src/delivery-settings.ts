import type { cadences, deliveryMethods } from './resources/delivery.ts'

export type DeliveryMethod = Exclude<(typeof deliveryMethods)[number], 'INHERIT_METHOD'>
export type Cadence = Exclude<(typeof cadences)[number], 'INHERIT_CADENCE'>

/** Whose setting applies, from the closest to the person to the farthest. */
export const deliveryLevels = ['timekeeper', 'timekeeper_group', 'firm', 'default'] as const
export type DeliveryLevel = (typeof deliveryLevels)[number]

/** A setting, and whose it is. */
export interface Settled<Value> {
  value: Value
  level: DeliveryLevel
}

/** How a person is told. */
export interface DeliverySettings {
  method: Settled<DeliveryMethod>
  cadence: Settled<Cadence>
  /** Null: the template that comes with the program. */
  templateId: Settled<string | null>
  /** When the daily message is sent: `17:00`, on the clock of `timeZone`. */
  time: Settled<string>
  timeZone: Settled<string>
}

/** What one level says; what is empty or `INHERIT_…` is left to the next. */
export interface LevelSettings {
  method?: string | null
  cadence?: string | null
  templateId?: string | null
  time?: string | null
  timeZone?: string | null
}

/** What counts where nobody has set anything. */
const usual = { method: 'PDF', cadence: 'REALTIME', time: '17:00', timeZone: 'UTC' } as const

/** The settings that apply to a person, each from the closest level that has one. */
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

/** Whether a cadence tells at once, in the daily message, in both, or not at all. */
export const cadenceTraits: Readonly<Record<Cadence, { isRealtime: boolean; isDaily: boolean }>> = {
  REALTIME: { isRealtime: true, isDaily: false },
  DAILY: { isRealtime: false, isDaily: true },
  DAILY_AND_REALTIME: { isRealtime: true, isDaily: true },
  NEVER: { isRealtime: false, isDaily: false },
}
