import { type RawBuilder, sql } from 'kysely'

/*
 * Names of people and companies as SQL reads them. Neither lower() nor [:alnum:] is used: in a database with the locale C
 * they know A to Z alone, so that Ünal would be "nal" and Łukasz someone else in capitals.
 */

/** A name in lower case, without accents. */
export function plainLetters(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(name_key(${name}), '[\\u0300-\\u036f]', '', 'g')`
}

/** A name's words between spaces, so that "Ford" isn't found in "Bradford". */
export function plainWords(name: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(' ' || trim(regexp_replace(${plainLetters(name)}, ${betweenWords}, ' ', 'g')) || ' ')`
}

/** Signs and spaces: of ASCII all but digits and small letters, then those of Latin-1, and what is no letter beyond. */
const betweenWords = sql.lit('[\\u0001-/:-`{-\\u00bf\\u00d7\\u00f7\\u2000-\\u2bff\\u3000-\\u303f]+')
