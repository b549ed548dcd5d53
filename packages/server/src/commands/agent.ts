import { Command } from 'commander'
import { enrollWith, openAgentCalls } from '../agent/agent-calls.ts'
import { AgentError, openAgentFolder } from '../agent/agent-folder.ts'
import { openBell } from '../agent/bell.ts'
import { readConnection, saveConnection, serverAddress } from '../agent/connection.ts'
import { runAgent } from '../agent/run-agent.ts'
import { makeLog } from '../base/log.ts'
import { version } from '../base/version.ts'
import { agentCredentials } from './agent-credential.ts'
import { askSecrets, dataOption } from './agent-options.ts'
import { stopOnSignals } from './signals.ts'

interface EnrollOptions {
  server: string
  token?: string
  replace?: boolean
  data: string
}

/** The agent that saves documents in the firm's own network. */
export function agentCommand(): Command {
  const enroll = new Command('enroll')
    .description('Make this machine an agent of a firm, with a token from Firm information.')
    .requiredOption('--server <url>', "the address of the firm's console")
    .option('--token <token>', 'the token; asked for if omitted, so that it stays out of the history of the shell')
    .option('--replace', 'enroll again where an agent was revoked; the credentials that it keeps stay')
    .addOption(dataOption())
    .action(enrollHere)
  const run = new Command('run')
    .description('Take work from the server and save documents, until it is stopped.')
    .addOption(dataOption())
    .action(runHere)
  return new Command('agent')
    .description("Save documents to DMS in the firm's own network, with passwords that stay there (docs/agent.md).")
    .addCommand(enroll.exitOverride())
    .addCommand(run.exitOverride())
    .addCommand(agentCredentials().exitOverride())
}

async function enrollHere({ server, token, data, replace = false }: EnrollOptions): Promise<void> {
  const folder = await openAgentFolder(data)
  if (!replace && (await readConnection(folder).catch(() => undefined)))
    throw new AgentError(`The agent in ${data} is enrolled already. Use --replace, or name another folder with --data.`)
  const address = serverAddress(server)
  const [secret = ''] = token === undefined ? await askSecrets(['Token']) : [token]
  const connection = await enrollWith({ server: address, token: secret, version })
  await saveConnection(folder, connection)
  console.log(`This is the agent "${connection.name}" of ${address} now. Add a credential, then start it:`)
  console.log('  courtcrier agent credential set --help')
  console.log('  courtcrier agent run')
}

async function runHere({ data }: { data: string }): Promise<void> {
  const log = makeLog('info')
  const folder = await openAgentFolder(data)
  const connection = await readConnection(folder)
  const control = new AbortController()
  log.info({ server: connection.server, agent: connection.name, version }, 'the agent is running')
  const bell = openBell(connection, log)
  const running = runAgent({ folder, log, stop: control.signal, calls: openAgentCalls(connection), bell })
  stopOnSignals(async () => {
    control.abort()
    bell.close()
    await running
  })
  await running
}
