import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Option } from 'commander'

/** The folder with the agent's key and credentials. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'the folder of the agent').default('courtcrier-agent')
}

/** Asks for secrets on the terminal, without showing them; without a terminal, reads a line for each. */
export async function askSecrets(names: readonly string[]): Promise<readonly string[]> {
  const { stdin: input, stderr } = process
  const isTerminal = input.isTTY === true
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output, terminal: isTerminal })
  const entered = lines[Symbol.asyncIterator]()
  const answers: string[] = []
  for (const name of names) {
    if (isTerminal) stderr.write(`${name}: `)
    answers.push(String((await entered.next()).value ?? '').trim())
    if (isTerminal) stderr.write('\n')
  }
  lines.close()
  return answers
}
