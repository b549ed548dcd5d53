import { type PGlite, protocol, type Transaction } from '@electric-sql/pglite'
import { type AnswerColumn, readAnswer } from './pglite-answer.ts'
import { statementNames } from './statement-names.ts'

/** The part of the embedded database that Kysely uses, with transactions that can prepare a statement. */
export interface PreparingPGlite extends Pick<PGlite, 'query' | 'close' | 'closed'> {
  transaction: <T>(work: (trx: PreparingTransaction) => Promise<T>) => Promise<T>
}

export interface PreparingTransaction extends Pick<Transaction, 'query'> {
  /** Like `query`, for a statement that recurs. */
  queryPrepared: Transaction['query']
}

interface Statement {
  name: string
  parameterTypes: readonly number[]
  columns: readonly AnswerColumn[]
}

/**
 * The embedded database with prepared statements. As shipped, every query is parsed and planned again and takes six
 * calls into the database; a repeated statement takes one here, which more than halves its cost, and its answer is read
 * without copying each value.
 */
export function withPreparedStatements(pglite: PGlite): PreparingPGlite {
  const names = statementNames()
  const known = new Map<string, Statement>()

  const prepare = async (text: string, name: string): Promise<Statement> => {
    const { messages } = await pglite.execProtocol(
      Buffer.concat([
        protocol.serialize.parse({ name, text }),
        protocol.serialize.describe({ type: 'S', name }),
        protocol.serialize.sync(),
      ]),
      { throwOnError: true, syncToFs: false },
    )
    const description = messages.find((message) => message.name === 'parameterDescription')
    const rows = messages.find((message) => message.name === 'rowDescription')
    const statement = {
      name,
      parameterTypes: (description as { dataTypeIDs?: number[] } | undefined)?.dataTypeIDs ?? [],
      columns: ((rows as Partial<RowDescription> | undefined)?.fields ?? []).map(({ name, dataTypeID }) => ({
        name,
        dataTypeID,
        parse: pglite.parsers[dataTypeID],
      })),
    }
    known.set(text, statement)
    return statement
  }

  const run = async (text: string, parameters: readonly unknown[], name: string) => {
    const statement = known.get(text) ?? (await prepare(text, name))
    const values = parameters.map((value, index) => wireValue(pglite, value, statement.parameterTypes[index] ?? 0))
    const answer = await send(pglite, [
      protocol.serialize.bind({ statement: statement.name, values }),
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    ])
    return readAnswer(answer, statement.columns)
  }

  return {
    query: pglite.query.bind(pglite),
    close: () => pglite.close(),
    get closed() {
      return pglite.closed
    },
    transaction: (work) =>
      pglite.transaction((trx) => {
        const queryPrepared = (text: string, parameters: unknown[] = []) => {
          const name = names.nameOf(text)
          return name === undefined ? trx.query(text, parameters) : run(text, parameters, name)
        }
        const query = trx.query.bind(trx)
        return work({ query, queryPrepared: queryPrepared as Transaction['query'] })
      }),
  }
}

/** A running transaction has the database to itself, so nothing can come in between two calls. */
async function send(pglite: PGlite, messages: readonly Uint8Array[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  // Its argument is in the database's own memory, which the next statement overwrites.
  const onRawData = (data: Uint8Array) => chunks.push(Buffer.from(data))
  await pglite.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData })
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

function wireValue(pglite: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  const serialize = pglite.serializers[type]
  return serialize ? serialize(value) : String(value)
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}
