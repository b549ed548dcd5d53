import { nameKey } from '@courtcrier/contract/name-key.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { isHeld } from '../../mail/own-domains.ts'
import { plainLetters } from '../matching/plain-letters.ts'
import { type FilerCandidate, type FilerClues, findOwnFiler, type OwnFiler } from './own-filer.ts'

interface Filing {
  firmId: number
  firmName: string
  clues: FilerClues
  /** The timekeepers of the filing's cases. */
  onCase: readonly string[]
}

/** Finds the firm's timekeeper who made a filing; undefined if no one shows to be it. */
export async function findFiler(trx: Trx, { firmId, firmName, clues, onCase }: Filing): Promise<OwnFiler | undefined> {
  const found = await findCandidates(trx, { firmId, clues })
  const candidates = found.people.map((person) => ({ ...person, isOnCase: onCase.includes(person.id) }))
  return findOwnFiler(clues, { candidates, ownAddresses: found.ownAddresses, firmName })
}

interface FilerCandidates {
  people: readonly Omit<FilerCandidate, 'isOnCase'>[]
  /** The addresses in the notice that are in a domain of the firm. */
  ownAddresses: readonly string[]
}

/** The active timekeepers who may have the filer's first and last name, or have an address written with it. */
const findCandidates = statement<{ firmId: number; clues: FilerClues }, FilerCandidates, FilerCandidates>({
  columns: 'firsts text[], lasts text[], emails text[], served text[]',
  row: ({ clues }) => ({
    firsts: clues.names.map(({ words }) => nameKey(words[0] ?? '')),
    lasts: clues.names.map(({ words }) => nameKey(words.at(-1) ?? '')),
    emails: clues.emails,
    served: [...new Set([...clues.emails, ...clues.served.flatMap(({ emails }) => emails)])],
  }),
  write: ({ firmId, rows }) => sql`
    with r as (
      select * from ${rows}
    ), people as materialized (
      select t.id, t.full_name, t.bar_number, lowered(t.email) as email,
        translate(${plainLetters(sql`t.full_name`)}, '-''', '') as letters
      from timekeepers t where t.firm_id = ${firmId} and t.status = 'Active'
    )
    select r.n,
      -- Accounts are looked up by the notice's addresses, and of those who were found: not of everyone at the firm.
      (select coalesce(json_agg(json_build_object('id', p.id, 'fullName', p.full_name, 'barNumber', p.bar_number,
          'emails', array_remove(p.email || array(select lowered(u.email) from users u
            where u.firm_id = ${firmId} and u.timekeeper_id = p.id), null)) order by p.id), '[]')
        from people p where exists (select from unnest(r.firsts, r.lasts) as named (first, last)
            where strpos(p.letters, first) > 0 and strpos(p.letters, last) > 0) or p.email = any(r.emails) or p.id = any(array(
          select u.timekeeper_id from users u where u.firm_id = ${firmId} and lowered(u.email) = any(r.emails)))) as people,
      array(select address from unnest(r.served) as given (address)
        where ${isHeld(sql`${firmId}::integer`, sql`domain_span_of_address(address)`)}) as "ownAddresses"
    from r`,
  answer: ([row]) => row ?? { people: [], ownAddresses: [] },
})
