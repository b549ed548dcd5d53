import { sql } from 'kysely'

/**
 * Always true, but known only once the part `item` of the same statement has locked its items: belongs to the query that
 * locks rows of theirs. In the other order, it and the pipeline, which locks an item before its rows (`lockItem`), would
 * wait for each other, and PostgreSQL reads a part that nothing asks for later, or not at all.
 */
export const afterItems = sql<boolean>`(select count(*) from item) >= 0`
