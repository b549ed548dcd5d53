import { type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'
import { jsonRows } from './json-rows.ts'
import { together } from './together.ts'

/** The firm whose transaction a question belongs to. */
interface OfFirm {
  firmId: number
}

/** The questions as the statement sees them. */
export interface StatementInput<Question> {
  firmId: number
  /** Every question as a row of the table `r`, in the order of `n`, its number. */
  rows: RawBuilder<unknown>
  /**
   * One column of all questions. An extra condition on it beside the join avoids reading all of a large table: the
   * planner overestimates how many rows a recordset has.
   */
  every: (column: string) => RawBuilder<unknown>
  questions: readonly Question[]
}

interface Statement<Question extends OfFirm, Row, Answer> {
  /** The columns of `r` besides `n`, as declared in SQL: `id uuid, sentence text`; empty if only the firm matters. */
  columns: string
  /** A question as a row of `r`. Questions with an `id` are sorted by it, so that transactions lock in one order. */
  row: (question: Question) => object
  /** Each row of the answer names its question by `n`; a row with null belongs to every question. */
  write: (asked: StatementInput<Question>) => RawBuilder<unknown>
  answer: (rows: readonly Row[], question: Question) => Answer
  /** Only questions with the same result share a statement. */
  alike?: (question: Question) => string
}

/**
 * A statement about one row, answered for one caller. Calls made at the same moment of a shared transaction
 * (`shared-work.ts`) are sent as one statement, which accounts for most of the pipeline's speed; callers needn't know.
 */
export function statement<Question extends OfFirm, Row, Answer>(
  description: Statement<Question, Row, Answer>,
): (trx: Trx, question: Question) => Promise<Answer> {
  const { alike, answer } = description
  const ask = together(async (trx: Trx, questions: readonly Question[]) => {
    const rowsOf = new Map<Question, readonly Row[]>()
    for (const group of alike ? Map.groupBy(questions, alike).values() : [questions])
      for (const [question, rows] of await send(trx, description, group)) rowsOf.set(question, rows)
    return questions.map((question) => rowsOf.get(question) ?? [])
  })
  return async (trx, question) => answer(await ask(trx, question), question)
}

async function send<Question extends OfFirm, Row>(
  trx: Trx,
  { columns, row, write }: Statement<Question, Row, unknown>,
  asked: readonly Question[],
): Promise<[Question, readonly Row[]][]> {
  const entries = asked.map((question) => ({ question, row: row(question) as Readonly<Record<string, unknown>> }))
  entries.sort((a, b) => compare(a.row.id, b.row.id))
  const questions = entries.map(({ question }) => question)
  const numbered = entries.map((entry, n): Readonly<Record<string, unknown>> => ({ ...entry.row, n }))
  const { rows } = await write({
    // A transaction sees one firm, so all of its questions are about that firm.
    firmId: questions[0]?.firmId ?? 0,
    rows: sql`jsonb_to_recordset(${jsonRows(numbered)}::text::jsonb) as r (${sql.raw(['n int', columns].filter(Boolean).join(', '))})`,
    every: (column) => sql`${numbered.map((each) => each[column])}`,
    questions,
  }).execute(trx)
  const own = Map.groupBy(rows as readonly (Row & { n: number | null })[], ({ n }) => n)
  const ofAll = own.get(null) ?? []
  return questions.map((question, n) => [question, [...(own.get(n) ?? []), ...ofAll]])
}

function compare(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string' || a === b) return 0
  return a < b ? -1 : 1
}
