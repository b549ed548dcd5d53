import pg from 'pg'

/**
 * The time that PostgreSQL writes as text. A session in UTC writes `2026-03-04 05:06:07.890123+00`, which but for two
 * letters is what `Date` reads by itself; the driver's own parser, which takes every style and zone, is ten times slower.
 */
export function parseTimestamp(text: string): Date {
  if (!usual.test(text)) return parseAny(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

const parseAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
