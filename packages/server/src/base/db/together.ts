import type { Trx } from './database.ts'

type Ask<Question, Answer> = (trx: Trx, questions: readonly Question[]) => Promise<readonly Answer[]>

interface OpenQuestion {
  question: unknown
  resolve: (answer: unknown) => void
  reject: (error: unknown) => void
}

/** Tasks running side by side in one transaction. */
interface Gathering {
  /** How many there are. */
  count: number
  /** Tasks that haven't ended. */
  active: number
  waiting: Map<Ask<unknown, unknown>, OpenQuestion[]>
  /** The first error. It dooms the transaction; errors that other tasks see afterward only follow from it. */
  failure?: { error: unknown }
}

const gatherings = new WeakMap<Trx, Gathering>()

/**
 * A query shared by callers: tasks that `runTogether` runs side by side in a transaction send it once for all of them,
 * any other caller for itself. `ask` returns the answers in the order of the questions.
 */
export function together<Question, Answer>(
  ask: Ask<Question, Answer>,
): (trx: Trx, question: Question) => Promise<Answer> {
  return async (trx, question) => {
    const gathering = gatherings.get(trx)
    if (!gathering) return (await answersTo(ask, trx, [question]))[0] as Answer
    if (gathering.failure) throw gathering.failure.error
    return new Promise<Answer>((resolve, reject) => {
      const key = ask as Ask<unknown, unknown>
      const entry: OpenQuestion = { question, resolve: resolve as OpenQuestion['resolve'], reject }
      gathering.waiting.set(key, [...(gathering.waiting.get(key) ?? []), entry])
      askIfAllWait(trx, gathering)
    })
  }
}

/**
 * Runs tasks side by side in one transaction: their `together` queries are sent when each task waits for an answer. If
 * one fails, all do: it throws the first error, so that the transaction is rolled back.
 */
export async function runTogether<T>(trx: Trx, works: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const gathering: Gathering = { count: works.length, active: works.length, waiting: new Map() }
  gatherings.set(trx, gathering)
  const results = await Promise.all(works.map((work) => follow(trx, gathering, work)))
  gatherings.delete(trx)
  if (gathering.failure) throw gathering.failure.error
  return results as readonly T[]
}

class SharedTransactionError extends Error {}

/**
 * For work whose statements depend on each other: throws in a transaction that other tasks share. `inBatches` then runs
 * each task again alone.
 */
export function demandAlone(trx: Trx): void {
  if ((gatherings.get(trx)?.count ?? 1) > 1)
    throw new SharedTransactionError('this work needs a transaction of its own')
}

async function follow<T>(trx: Trx, gathering: Gathering, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    gathering.failure ??= { error }
    return undefined
  } finally {
    gathering.active--
    askIfAllWait(trx, gathering)
  }
}

function askIfAllWait(trx: Trx, gathering: Gathering): void {
  const kinds = [...gathering.waiting]
  const count = kinds.reduce((sum, [, waiting]) => sum + waiting.length, 0)
  if (count === 0 || count < gathering.active) return
  gathering.waiting.clear()
  for (const [ask, waiting] of kinds) void answer(trx, ask, waiting)
}

async function answer(trx: Trx, ask: Ask<unknown, unknown>, waiting: readonly OpenQuestion[]): Promise<void> {
  try {
    const questions = waiting.map(({ question }) => question)
    const answers = await answersTo(ask, trx, questions)
    for (const [index, { resolve }] of waiting.entries()) resolve(answers[index])
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}

async function answersTo<Question, Answer>(
  ask: Ask<Question, Answer>,
  trx: Trx,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const answers = await ask(trx, questions)
  if (answers.length !== questions.length) throw new Error('there is another number of answers than of questions')
  return answers
}
