import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { type Abbreviation, abbreviate } from './abbreviate.ts'
import { joinPath, safeFileName, safeFolders } from './safe-path.ts'
import { renderPath, renderText, type TemplateContext } from './template.ts'

/** The target of a copy, before other claims on the name are known. */
export interface CopyPlace {
  folders: readonly string[]
  /** As rendered by the template; made a legal name later, with any suffix it needs. */
  stem: string
  extension: string
}

/** Returns where the templates of a policy put a document. */
export function copyPlace(
  policy: {
    documentPath: string
    documentName: string
    folder?: string | undefined
    abbreviations?: readonly Abbreviation[]
  },
  { context, extension }: { context: TemplateContext; extension: string },
): { place: CopyPlace } | { problem: string } {
  const path = renderPath(policy.documentPath, context)
  if ('problem' in path) return { problem: `The policy's path cannot be used: ${path.problem}` }
  const name = renderText(policy.documentName, context)
  if ('problem' in name) return { problem: `The policy's name for documents cannot be used: ${name.problem}` }
  const short = (text: string) => abbreviate(text, policy.abbreviations ?? [])
  const folders = [...safeFolders(policy.folder ?? ''), ...safeFolders(short(path.text))]
  return { place: { folders, stem: short(name.text), extension } }
}

/** The relative path with its first, second, third … choice of name: `a/b.pdf`, `a/b (2).pdf`, `a/b (3).pdf`. */
export function pathChoice({ folders, stem, extension }: CopyPlace, choice: number): string {
  const suffix = choice === 1 ? '' : ` (${choice})`
  return joinPath(folders, safeFileName({ stem, extension, suffix }))
}

/** More files with the same name than this in a folder are treated as an error. */
export const mostConflicts = 50

/** Returns which choice of name a path is; 0 if the templates that made it have changed since. */
export function choiceOf(place: CopyPlace, path: string): number {
  for (let choice = 1; choice <= 2 * mostConflicts; choice++) if (pathChoice(place, choice) === path) return choice
  return 0
}

/** A path claimed for a copy, and which choice of name it was. */
export interface Claim {
  path: string
  choice: number
}

/** A copy that needs a path, and the scope in which the path must be unique. */
export interface CopyClaim {
  copyId: string
  place: CopyPlace
  /** The scope the path is in (`placeOf`). */
  where: string
}

/**
 * Claims a path for a copy: the first choice, starting at `from`, that no other copy of the firm has. Must be committed
 * before the file is written, so that a crash leaves no unknown file. Fails on the unique index (`isPathTaken`) if
 * another worker claims the same path at the same time; the transaction is then run again.
 */
export async function claimPath(
  trx: Trx,
  { firmId, copyId, place, from = 1, where }: CopyClaim & { from?: number; firmId: number },
): Promise<Claim> {
  // The plain name is nearly always free; looking up twenty names for it would be wasteful.
  const plain = pathChoice(place, 1)
  if (from === 1 && (await takeFree(trx, { firmId, id: copyId, path: plain, where }))) return { path: plain, choice: 1 }
  for (let first = Math.max(from, 2); ; first += choicesAtOnce) {
    const claims = Array.from({ length: choicesAtOnce }, (_, n) => ({
      choice: first + n,
      path: pathChoice(place, first + n),
    }))
    const claim = await takeFirst(trx, { firmId, copyId, claims, where })
    if (claim) return claim
  }
}

/** Claims a path if it is free; if several copies request the same path at the same time, the first gets it. */
const takeFree = statement<{ firmId: number; id: string; path: string; where: string }, object, boolean>({
  columns: 'id uuid, path text, place text',
  row: ({ id, path, where }) => ({ id, path, place: where }),
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select distinct on (place, path) * from ${rows} order by place, path, n
    )
    update document_copies c set path = r.path, place = r.place, updated_at = now()
    from r
    where c.firm_id = ${firmId} and c.id = any(${every('id')}::uuid[]) and c.id = r.id and not exists (
      select from document_copies other where other.firm_id = ${firmId} and other.place = r.place and other.path = r.path and other.id <> r.id)
    returning r.n`,
  answer: (rows) => rows.length > 0,
})

const choicesAtOnce = 20

/** Whether an error comes from the unique index: another worker claimed the same path at the same time. */
export function isPathTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505' && error.message.includes('path')
}

async function takeFirst(
  trx: Trx,
  { firmId, copyId, claims, where }: { firmId: number; copyId: string; claims: readonly Claim[]; where: string },
): Promise<Claim | undefined> {
  const paths = claims.map((claim) => claim.path)
  const { rows } = await sql<{ path: string }>`
    update document_copies set path = (
      select choice.path from unnest(${paths}::text[]) with ordinality as choice (path, n)
      where not exists (
        select from document_copies other
        where other.firm_id = ${firmId} and other.place = ${where} and other.path = choice.path and other.id <> ${copyId}::uuid
      ) order by choice.n limit 1
    ), place = ${where}, updated_at = now()
    where firm_id = ${firmId} and id = ${copyId}::uuid
    returning path`.execute(trx)
  if (!rows[0]) throw new Error(`there is no copy ${copyId}`)
  return claims.find((claim) => claim.path === rows[0]?.path)
}
