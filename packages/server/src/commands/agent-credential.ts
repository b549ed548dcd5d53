import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { AgentError, openAgentFolder } from '../agent/agent-folder.ts'
import { agentKinds, readEntered, settingsOf } from '../agent/entered-credential.ts'
import { openKeptConnectors } from '../agent/kept-connectors.ts'
import { forgetCredential, keepCredential, readCredentials } from '../agent/saved-credentials.ts'
import { makeLog } from '../base/log.ts'
import { askSecrets, dataOption } from './agent-options.ts'
import { exitCodes } from './exit.ts'

interface SetOptions {
  type: string
  secretFile?: readonly string[]
  data: string
}

/** The credentials that are kept at the agent. */
export function agentCredentials(): Command {
  const set = new Command('set')
    .description('Keep a credential here, under the name that a credential in the console gives.')
    .argument('<name>', 'its name')
    .argument('[settings...]', 'such as base_url=https://dms.firm.example; secrets are asked for')
    .requiredOption('--type <type>', Object.keys(agentKinds).join(', '))
    .option('--secret-file <name=file...>', 'secrets that are read from files, such as private_key=key.pem')
    .addOption(dataOption())
    .addHelpText('after', `\nSettings:\n${settingsHelp()}`)
    .action(setCredential)
  const list = new Command('list')
    .description('List the credentials that are kept here, without their secrets.')
    .addOption(dataOption())
    .action(listCredentials)
  const remove = new Command('remove')
    .description('Forget a credential.')
    .argument('<name>', 'its name')
    .addOption(dataOption())
    .action(async (name: string, { data }: { data: string }) => forgetCredential(await openAgentFolder(data), name))
  const test = new Command('test')
    .description('Try a credential: connect, create a folder, write, read and delete.')
    .argument('<name>', 'its name')
    .addOption(dataOption())
    .action(testCredential)
  const command = new Command('credential').description('Manage the credentials that are kept at this agent.')
  for (const part of [set, list, remove, test]) command.addCommand(part.exitOverride())
  return command
}

function settingsHelp(): string {
  return Object.keys(agentKinds)
    .map(
      (word) =>
        `  ${word}: ${settingsOf(word)
          .map(({ name, isSecret }) => (isSecret ? `${name} (secret)` : name))
          .join(', ')}`,
    )
    .join('\n')
}

async function setCredential(name: string, pairs: readonly string[], { type, secretFile = [], data }: SetOptions) {
  const folder = await openAgentFolder(data)
  const known = settingsOf(type)
  const entered = new Map(pairs.map(readPair))
  const open = known.find(({ name: each, isSecret }) => isSecret && entered.has(each))
  if (open) throw new AgentError(`${open.name} would stay in the history of the shell. Leave it out: it is asked for.`)
  for (const [key, file] of secretFile.map(readPair)) entered.set(key, (await readFile(file, 'utf8')).trim())
  const asked = known.filter(({ name: key, isSecret, isLong }) => isSecret && !isLong && !entered.has(key))
  const secrets = await askSecrets(asked.map(({ name: key }) => `${key} (empty if there is none)`))
  for (const [index, value] of secrets.entries()) if (value !== '') entered.set(asked[index]?.name ?? '', value)
  await keepCredential(folder, { name, ...readEntered(type, entered) })
  console.log(`The credential "${name}" is kept here. Try it: courtcrier agent credential test ${name}`)
}

function readPair(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new AgentError(`"${text}" is not name=value.`)
  return [text.slice(0, at), text.slice(at + 1)]
}

async function listCredentials({ data }: { data: string }): Promise<void> {
  const all = await readCredentials(await openAgentFolder(data))
  if (all.length === 0) console.log('No credentials are kept here yet: courtcrier agent credential set --help')
  for (const { name, kind, driver, settings } of all)
    console.log(`${name}: ${wordOf({ kind, driver })}, ${settings.baseUrl ?? settings.folderId ?? ''}`)
}

function wordOf({ kind, driver }: { kind: string; driver: string | null }): string {
  const found = Object.entries(agentKinds).find(([, each]) => each.kind === kind && each.driver === driver)
  return found?.[0] ?? kind
}

async function testCredential(name: string, { data }: { data: string }): Promise<void> {
  const folder = await openAgentFolder(data)
  const kept = (await readCredentials(folder)).find((each) => each.name === name)
  if (!kept) throw new AgentError(`There is no credential named "${name}" here.`)
  const connector = await openKeptConnectors(folder, makeLog('warn')).open(kept)
  if ('problem' in connector) throw new AgentError(connector.sentence)
  const steps = await connector.check()
  for (const { step, state, sentence } of steps) console.log(`${state.padEnd(8)}${step.padEnd(9)}${sentence}`)
  if (steps.some(({ state }) => state === 'failed')) process.exitCode = exitCodes.failed
}
