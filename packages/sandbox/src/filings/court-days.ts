const day = 86_400_000

/** Returns whether federal courts are open on the date: not on weekends and the legal holidays of 5 U.S.C. § 6103. */
export function isCourtDay(date: Date): boolean {
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/** Returns the same time on the first court day at or after the date; before it when `step` is -1. */
export function onCourtDay(date: Date, step: 1 | -1 = 1): Date {
  let found = date
  while (!isCourtDay(found)) found = new Date(found.getTime() + step * day)
  return found
}

/** Returns the same time this many court days later; earlier when negative. */
export function addCourtDays(date: Date, count: number): Date {
  const step = count < 0 ? -1 : 1
  let found = onCourtDay(date, step)
  for (let left = Math.abs(count); left > 0; left--) found = onCourtDay(new Date(found.getTime() + step * day), step)
  return found
}

/** Month, weekday (Monday is 1) and which one of the month; -1 is the last. */
const movable: readonly (readonly [month: number, weekday: number, nth: number])[] = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
]

/** New Year's Day, Juneteenth, Independence Day, Veterans Day and Christmas. */
const fixed: readonly (readonly [month: number, date: number])[] = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
]

function isHoliday(date: Date): boolean {
  // A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after.
  const observed = [date, ...neighbors(date)]
  return observed.some((each) => isFixed(each)) || movable.some((rule) => isMovable(date, rule))
}

function neighbors(date: Date): Date[] {
  if (date.getUTCDay() === 5) return [new Date(date.getTime() + day)]
  return date.getUTCDay() === 1 ? [new Date(date.getTime() - day)] : []
}

function isFixed(date: Date): boolean {
  return fixed.some(([month, of]) => month === date.getUTCMonth() + 1 && of === date.getUTCDate())
}

function isMovable(date: Date, [month, weekday, nth]: (typeof movable)[number]): boolean {
  if (date.getUTCMonth() + 1 !== month || date.getUTCDay() !== weekday) return false
  const next = new Date(date.getTime() + 7 * day)
  return nth === -1 ? next.getUTCMonth() !== date.getUTCMonth() : Math.ceil(date.getUTCDate() / 7) === nth
}
