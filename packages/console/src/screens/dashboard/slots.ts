import { addDays, type Days, type SystemCounts } from '@courtcrier/contract/dashboard.ts'

const none: SystemCounts = { federal: 0, state: 0, other: 0, unknown: 0 }

/** Returns every day, or every month, of a range, including those without notices. */
export function allSlots<T extends SystemCounts & { slot: string }>(
  known: readonly T[],
  { days, isByDay }: { days: Days; isByDay: boolean },
): (SystemCounts & { slot: string })[] {
  const bySlot = new Map(known.map((counts) => [counts.slot, counts]))
  const slots: string[] = []
  for (let day = days.from; day <= days.to; day = isByDay ? addDays(day, 1) : nextMonth(day))
    slots.push(isByDay ? day : day.slice(0, 7))
  return slots.map((slot) => bySlot.get(slot) ?? { slot, ...none })
}

/** Returns the days of a day or a month that belong to a range. */
export function daysOfSlot(slot: string, { from, to }: Days): Days {
  if (slot.length > 7) return { from: slot, to: slot }
  const [first, last] = [`${slot}-01`, addDays(nextMonth(`${slot}-01`), -1)]
  return { from: first < from ? from : first, to: last > to ? to : last }
}

function nextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`
}
