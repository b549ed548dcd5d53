import pg from 'pg'

/**
 * Parses PostgreSQL's text for a time. A session in UTC writes `2026-03-04 05:06:07.890123+00`, which `Date` parses
 * once it has a `T` and a `Z`; the driver's own parser, which accepts every style and zone, is ten times slower.
 */
export function parseTimestamp(text: string): Date {
  if (!usual.test(text)) return parseAny(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

const usual = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/

const parseAny: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
