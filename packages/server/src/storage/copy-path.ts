import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { type Abbreviation, abbreviate } from './abbreviate.ts'
import { joinPath, safeFileName, safeFolders } from './safe-path.ts'
import { renderPath, renderText, type TemplateContext } from './template.ts'

/** Where a copy goes, before anybody else's claim on the name is known. */
export interface CopyPlace {
  folders: readonly string[]
  /** As the template gave it; made legal with whatever suffix it needs. */
  stem: string
  extension: string
}

/** The place that a policy's templates give a document. */
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

/** A path taken for a copy, and which choice it was. */
export interface Claim {
  path: string
  choice: number
}

/** A copy that needs a path, and within what the path is to be its own. */
export interface CopyClaim {
  copyId: string
  place: CopyPlace
  /** The store that the path is in. */
  where: string
}

/**
 * Takes a path for a copy, the first choice from `from` on that no other copy of the firm has. To be committed
 * before the file is written: then a crash leaves no file that nobody knows of. Fails on the unique index
 * (`isPathTaken`) when another worker takes the same path at the same time; the transaction is then run again.
 */
export async function claimPath(
  trx: Trx,
  { firmId, copyId, place, from = 1, where }: CopyClaim & { from?: number; firmId: number },
): Promise<Claim> {
  for (let first = from; ; ) {
    // Nearly always the plain name is free; looking up twenty for it would be waste.
    const count = first === 1 ? 1 : choicesAtOnce
    const claims = Array.from({ length: count }, (_, n) => ({ choice: first + n, path: pathChoice(place, first + n) }))
    const claim = await takeFirst(trx, { firmId, copyId, claims, where })
    if (claim) return claim
    first += count
  }
}

/**
 * The same for many at once, by the id of the copy. The first of each path gets it in one statement if it is free, as
 * it nearly always is; the others look one after the other.
 */
export async function claimPaths(
  trx: Trx,
  { firmId, copies }: { firmId: number; copies: readonly CopyClaim[] },
): Promise<ReadonlyMap<string, string>> {
  const byPath = new Map(
    copies.map(({ copyId, place, where }) => {
      const path = pathChoice(place, 1)
      return [`${where}/${path}`, { id: copyId, path, place: where }]
    }),
  )
  const taken = new Map(copies.length > 0 ? await takeFree(trx, firmId, [...byPath.values()]) : [])
  for (const copy of copies)
    if (!taken.has(copy.copyId)) taken.set(copy.copyId, (await claimPath(trx, { firmId, ...copy })).path)
  return taken
}

async function takeFree(
  trx: Trx,
  firmId: number,
  wanted: readonly { id: string; path: string; place: string }[],
): Promise<[string, string][]> {
  const rows = wanted.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const taken = await sql<{ id: string; path: string }>`
    update document_copies c set path = r.path, place = r.place, updated_at = now()
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id uuid, path text, place text)
    where c.firm_id = ${firmId} and c.id = any(${rows.map(({ id }) => id)}::uuid[]) and c.id = r.id and not exists (
      select from document_copies other where other.firm_id = ${firmId} and other.place = r.place and other.path = r.path and other.id <> r.id)
    returning c.id, c.path`.execute(trx)
  return taken.rows.map(({ id, path }) => [id, path])
}

const choicesAtOnce = 20

/** Whether an error is the unique index's: another worker took the same path at the same moment. */
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
