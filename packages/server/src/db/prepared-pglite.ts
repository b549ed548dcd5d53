import { type PGlite, protocol, type Results, type Transaction } from '@electric-sql/pglite'
import { statementNames } from './statement-names.ts'

/** What Kysely's dialect uses of the embedded database. */
export type PGliteLike = Pick<PGlite, 'query' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'>

interface Statement {
  name: string
  parameterTypes: readonly number[]
}

/**
 * The embedded database with its statements prepared. As shipped every query is parsed and planned anew and takes
 * six calls into the database; a statement seen before takes one here, which more than halves its cost. Only
 * statements inside transactions are prepared: everything that recurs runs in one.
 */
export function withPreparedStatements(pglite: PGlite): PGliteLike {
  const names = statementNames()
  const known = new Map<string, Statement>()

  const prepare = async (text: string, name: string): Promise<Statement> => {
    const messages = await send(pglite, [
      protocol.serialize.parse({ name, text }),
      protocol.serialize.describe({ type: 'S', name }),
      protocol.serialize.sync(),
    ])
    const description = messages.find((message) => message.name === 'parameterDescription')
    const statement = {
      name,
      parameterTypes: (description as { dataTypeIDs?: number[] } | undefined)?.dataTypeIDs ?? [],
    }
    known.set(text, statement)
    return statement
  }

  const run = async (text: string, parameters: readonly unknown[], name: string) => {
    const statement = known.get(text) ?? (await prepare(text, name))
    const values = parameters.map((value, index) => wireValue(pglite, value, statement.parameterTypes[index] ?? 0))
    const messages = await send(pglite, [
      protocol.serialize.bind({ statement: statement.name, values }),
      protocol.serialize.describe({ type: 'P' }),
      protocol.serialize.execute({}),
      protocol.serialize.sync(),
    ])
    return resultOf(pglite, messages)
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

type BackendMessage = Awaited<ReturnType<PGlite['execProtocol']>>['messages'][number]

/** The transaction that runs holds the database for itself, so nothing else can come in between two calls. */
async function send(pglite: PGlite, messages: readonly Uint8Array[]): Promise<BackendMessage[]> {
  const result = await pglite.execProtocol(Buffer.concat(messages), { throwOnError: true, syncToFs: false })
  return result.messages
}

function wireValue(pglite: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null
  const serialize = pglite.serializers[type]
  return serialize ? serialize(value) : String(value)
}

interface RowDescription {
  fields: readonly { name: string; dataTypeID: number }[]
}

function resultOf(pglite: PGlite, messages: readonly BackendMessage[]): Results<Record<string, unknown>> {
  const result: Results<Record<string, unknown>> = { rows: [], fields: [], affectedRows: 0 }
  for (const message of messages) {
    if (message.name === 'rowDescription') {
      result.fields = (message as unknown as RowDescription).fields.map(({ name, dataTypeID }) => ({
        name,
        dataTypeID,
      }))
    } else if (message.name === 'dataRow') {
      result.rows.push(rowOf(pglite, result.fields, (message as unknown as { fields: (string | null)[] }).fields))
    } else if (message.name === 'commandComplete') {
      result.affectedRows = affectedRows((message as unknown as { text: string }).text)
    }
  }
  return result
}

function rowOf(pglite: PGlite, fields: Results['fields'], values: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, field] of fields.entries()) {
    const text = values[index]
    const parse = pglite.parsers[field.dataTypeID]
    row[field.name] = text === null || text === undefined ? null : parse ? parse(text, field.dataTypeID) : text
  }
  return row
}

/** `UPDATE 3`, `INSERT 0 5`; a SELECT affects nothing. */
function affectedRows(tag: string): number {
  return /^(INSERT|UPDATE|DELETE|MERGE)/.test(tag) ? Number(/\d+$/.exec(tag)?.[0] ?? 0) : 0
}
