import { type PGlite, protocol, type Transaction } from '@electric-sql/pglite'
import { type AnswerColumn, readAnswer } from './pglite-answer.ts'
import { statementNames } from './statement-names.ts'

/** What Kysely's dialect uses of the embedded database. */
export type PGliteLike = Pick<PGlite, 'query' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'>

interface Statement {
  name: string
  parameterTypes: readonly number[]
  columns: readonly AnswerColumn[]
}

/**
 * The embedded database with its statements prepared. As shipped every query is parsed and planned anew and takes
 * six calls into the database; a statement seen before takes one here, which more than halves its cost, and its answer
 * is read without a copy of each value. Only statements inside transactions are prepared: everything that recurs runs
 * in one.
 */
export function withPreparedStatements(pglite: PGlite): PGliteLike {
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
    get ready() {
      return pglite.ready
    },
    waitReady: pglite.waitReady,
    transaction: ((work: (trx: Transaction) => Promise<unknown>) =>
      pglite.transaction((trx) => {
        const query = (text: string, parameters: unknown[] = []) => {
          const name = names.nameOf(text)
          return name === undefined ? trx.query(text, parameters) : run(text, parameters, name)
        }
        return work(Object.assign(Object.create(trx) as Transaction, { query }))
      })) as PGlite['transaction'],
  }
}

/** The transaction that runs holds the database for itself, so nothing else can come in between two calls. */
async function send(pglite: PGlite, messages: readonly Uint8Array[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  // What it is given lies in the database's own memory, which the next statement overwrites.
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
